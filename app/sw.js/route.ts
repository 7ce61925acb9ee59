import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** Made once, when the product is built. */
export const dynamic = 'force-static'

/** What runs beside the pages. It stands at the root, or it could not answer for all of them. */
export async function GET(): Promise<Response> {
  const source = await readFile(join(process.cwd(), 'app/_offline/service-worker.ts'), 'utf8')
  return new Response(stripTypeScriptTypes(source), {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
