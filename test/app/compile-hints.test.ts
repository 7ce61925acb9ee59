import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hintScripts } from '#app/compile-hints.ts'
import { temporaryFolder } from '../support/database.ts'

const HINT = '//# allFunctionsCalledOnLoad\n'

const manifest = (page: string, scripts: string[]) =>
  `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};
globalThis.__RSC_MANIFEST[${JSON.stringify(page)}] = ${JSON.stringify({ entryJSFiles: { [page]: scripts } })};`

const BUILD = {
  'build-manifest.json': JSON.stringify({
    rootMainFiles: ['static/chunks/react.js'],
    polyfillFiles: ['static/chunks/old.js'],
  }),
  'server/app/page_client-reference-manifest.js': manifest('/page', ['static/chunks/chat.js', 'static/chunks/both.js']),
  'server/app/s/page_client-reference-manifest.js': manifest('/s/page', ['static/chunks/both.js']),
  'static/chunks/react.js': 'react',
  'static/chunks/old.js': 'old',
  'static/chunks/chat.js': 'chat, which names MarkdownView',
  'static/chunks/both.js': 'both',
  'static/chunks/markdown.js': 'e.s(["MarkdownView",0,function(){}])',
  'static/chunks/dialog.js': 'dialog',
}

function writeBuild(folder: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test('scripts that run while a page loads are marked once, and those that wait for a press are not', async () => {
  await using folder = await temporaryFolder()
  writeBuild(folder.path, BUILD)
  hintScripts(folder.path)
  hintScripts(folder.path)
  const marked = Object.entries(BUILD).flatMap(([path, text]) => {
    const now = readFileSync(join(folder.path, path), 'utf8')
    expect([text, HINT + text]).toContain(now)
    return now === text ? [] : [path]
  })
  expect(marked.map((path) => path.replace('static/chunks/', '')).sort()).toEqual([
    'both.js',
    'chat.js',
    'markdown.js',
    'react.js',
  ])
})

test.each([
  ['static/chunks/markdown.js', "Markdown's renderer"],
  ['build-manifest.json', 'scripts that pages name'],
])('a build without %s is not taken for one without such scripts', async (path, missing) => {
  await using folder = await temporaryFolder()
  const pages = Object.keys(BUILD).filter((name) => name.startsWith('server/'))
  const empty = { 'build-manifest.json': '{"rootMainFiles":[]}' }
  const none = Object.fromEntries(pages.map((name) => [name, '']))
  writeBuild(folder.path, { ...BUILD, ...(path === 'build-manifest.json' ? { ...none, ...empty } : { [path]: '' }) })
  expect(() => hintScripts(folder.path)).toThrow(missing)
})
