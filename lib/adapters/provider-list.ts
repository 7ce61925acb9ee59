import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'providers')
export const PROVIDER_LIST = join(import.meta.dirname, 'providers.ts')

/** The module that lists every record, in the order of their files. */
export function providerList(folder = FOLDER): string {
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => ({ file, name: recordIn(readFileSync(join(folder, file), 'utf8')) }))
  for (const { file, name } of found) {
    if (name === undefined) throw new Error(`${file} has no line of the form "export const name: Provider = {"`)
  }
  const names = found.map(({ name }) => name)
  return [
    "import type { Provider } from './provider.ts'",
    ...found.map(({ file, name }) => `import { ${name} } from './providers/${file}'`),
    '',
    '/** Every provider that Metis knows. Written by `npm run providers`: a new one is a file in `providers/`. */',
    '// biome-ignore format: one to a line, however few there are',
    `export const PROVIDERS: readonly Provider[] = [\n${names.map((name) => `  ${name},\n`).join('')}]`,
    '',
  ].join('\n')
}

function recordIn(source: string): string | undefined {
  return /^export const (\w+): Provider = \{$/m.exec(source)?.[1]
}

/**
 * Writes the list where it is not of the files that are there: before anything is built, served or tested of them. Reads
 * them as text, so that a list of what is gone can be written anew.
 */
export function writeProviderList(): void {
  const list = providerList()
  if (!existsSync(PROVIDER_LIST) || readFileSync(PROVIDER_LIST, 'utf8') !== list) writeFileSync(PROVIDER_LIST, list)
}
