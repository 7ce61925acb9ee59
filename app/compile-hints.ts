import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

/*
 * A browser compiles a function when it is first called, on the thread that draws the page: half of what stood in the way of a
 * page's first seconds on a slow phone. A script that begins with this comment is compiled whole beside that thread, while it
 * is still on its way (V8's explicit compile hints, Chrome from 136 on); to others it is a comment.
 */

const HINT = '//# allFunctionsCalledOnLoad\n'

/** What the last part of a first screen is drawn with comes behind the scripts that a page names: a chunk that defines it. */
const DEFINES_MARKDOWN = '["MarkdownView",0,'

/**
 * For the scripts in the folder of a build that run while pages load. Of those that come later most functions wait for a press,
 * and would be compiled for nothing. Throws where it finds no such scripts: then the framework says it in another way now.
 */
export function hintScripts(buildFolder: string): void {
  const named = [...sharedScripts(buildFolder), ...scriptsOfPages(buildFolder)]
  const drawing = globSync('static/chunks/*.js', { cwd: buildFolder }).filter((path) => {
    return readFileSync(join(buildFolder, path), 'utf8').includes(DEFINES_MARKDOWN)
  })
  for (const [what, paths] of Object.entries({ 'scripts that pages name': named, "Markdown's renderer": drawing })) {
    if (paths.length === 0) throw new Error(`the build has no ${what} where they were: see compile-hints.ts`)
  }
  for (const path of new Set([...named, ...drawing])) {
    const file = join(buildFolder, path)
    const script = readFileSync(file, 'utf8')
    if (!script.startsWith(HINT)) writeFileSync(file, HINT + script)
  }
}

function sharedScripts(buildFolder: string): string[] {
  const { rootMainFiles } = JSON.parse(readFileSync(join(buildFolder, 'build-manifest.json'), 'utf8'))
  return rootMainFiles
}

/** The framework keeps them in scripts of its own, each of which adds one page to a global. */
function scriptsOfPages(buildFolder: string): string[] {
  const pages: { __RSC_MANIFEST?: Record<string, { entryJSFiles: Record<string, string[]> }> } = {}
  createContext(pages)
  for (const path of globSync('server/app/**/page_client-reference-manifest.js', { cwd: buildFolder })) {
    runInContext(readFileSync(join(buildFolder, path), 'utf8'), pages)
  }
  return Object.values(pages.__RSC_MANIFEST ?? {}).flatMap(({ entryJSFiles }) => Object.values(entryJSFiles).flat())
}
