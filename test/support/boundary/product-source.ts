import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
const PATTERNS = ['{app,cassettes,db,lib}/**/*.{ts,tsx}', '{instrumentation,instrumentation-client,proxy}.ts']

/** The TypeScript of the product: path from the project root -> text. */
export function productSources(): Map<string, string> {
  const paths = globSync(PATTERNS, { cwd: ROOT, exclude: ['**/*.config.ts'] })
  return new Map(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map((path) => [path, readFileSync(resolve(ROOT, path), 'utf8')]),
  )
}
