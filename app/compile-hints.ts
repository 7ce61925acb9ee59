import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * A browser compiles a function when it is first called, on the thread that draws the page: half of what stood in the way of a
 * page's first seconds on a slow phone. A script that begins with this comment is compiled whole beside that thread, while it
 * is still on its way (V8's explicit compile hints, Chrome from 136 on); to others it is a comment.
 */

const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks every script in the folder of a build. Most functions of those that come late wait for a press and are compiled for
 * nothing, but that is little: all threads of a conversation's page together take as long as before, and 1 MB more is held.
 */
export function hintScripts(buildFolder: string): void {
  for (const path of globSync('static/chunks/*.js', { cwd: buildFolder })) {
    const file = join(buildFolder, path)
    const script = readFileSync(file, 'utf8')
    if (!script.startsWith(HINT)) writeFileSync(file, HINT + script)
  }
}
