import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hintScripts } from '#app/compile-hints.ts'
import { temporaryFolder } from '../support/database.ts'

test('the scripts of a build are marked once, and nothing else is', async () => {
  await using folder = await temporaryFolder()
  const chunks = join(folder.path, 'static/chunks')
  mkdirSync(chunks, { recursive: true })
  const files = { 'a.js': 'const a = 1', 'b.js': '// b', 'c.css': 'p { color: red }', 'd.map': '{}' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(chunks, name), text)
  hintScripts(folder.path)
  hintScripts(folder.path)
  expect(
    Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(chunks, name), 'utf8')])),
  ).toEqual({
    ...files,
    'a.js': '//# allFunctionsCalledOnLoad\nconst a = 1',
    'b.js': '//# allFunctionsCalledOnLoad\n// b',
  })
})
