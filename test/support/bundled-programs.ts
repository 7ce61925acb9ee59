import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { Plugin } from 'vitest/config'

/** `import { program } from './loop.ts?program'`: the path of a program in one file. */
const PROGRAM = '?program'

/** What a thread runs: `new URL('./entry.ts', import.meta.url)`. */
const ENTRY = /new URL\('(\.[\w./-]+\.ts)', import\.meta\.url\)/g

const ROOT = resolve(import.meta.dirname, '../..')
/** Below the packages, where what is not packed is found as well. */
const FOLDER = resolve(ROOT, 'node_modules/.cache/programs')

/**
 * What tests start as threads and processes of their own is one file for each, as in the built product: a thread of the database, which finds,
 * reads and strips some 400 modules else, takes 0.25 s of processor time so in place of 1.8.
 */
export function bundledPrograms(): Plugin {
  return {
    name: 'bundled-programs',
    enforce: 'pre',
    // Vitest keeps what it made of a file as long as that file is the same.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id, sourceCode }) =>
        id.endsWith(PROGRAM) || entriesIn(sourceCode, id).length > 0 ? false : undefined,
      )
    },
    async resolveId(source, importer) {
      if (!source.endsWith(PROGRAM)) return null
      const found = await this.resolve(source.slice(0, -PROGRAM.length), importer, { skipSelf: true })
      return found && `${found.id}${PROGRAM}`
    },
    async load(id) {
      if (!id.endsWith(PROGRAM)) return null
      const { path, sources } = await bundled(id.slice(0, -PROGRAM.length))
      for (const source of sources) this.addWatchFile(source)
      return `export const program = ${JSON.stringify(path)}`
    },
    async transform(code, id) {
      const entries = entriesIn(code, id)
      if (entries.length === 0) return null
      const bundles = await Promise.all(entries.map(bundled))
      for (const source of bundles.flatMap(({ sources }) => sources)) this.addWatchFile(source)
      const urls = bundles.map(({ path }) => `new URL(${JSON.stringify(pathToFileURL(path).href)})`)
      return { code: code.replaceAll(ENTRY, () => urls.shift() ?? ''), map: null }
    },
    watchChange: () => programs.clear(),
  }
}

function entriesIn(code: string, id: string): string[] {
  return [...code.matchAll(ENTRY)].map(([, entry = '']) => resolve(dirname(id), entry))
}

interface Program {
  path: string
  /** What it was made of. */
  sources: readonly string[]
}

/** One for all projects of a run. */
const programs = new Map<string, Promise<Program>>()

function bundled(entry: string): Promise<Program> {
  const program = programs.get(entry) ?? bundle(entry)
  programs.set(entry, program)
  return program
}

async function bundle(entry: string): Promise<Program> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    // What it starts itself.
    plugins: [bundledPrograms()],
    ssr: { noExternal: true, external: ['libsql'] },
    build: { ssr: entry, write: false, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [program] = 'output' in built ? built.output : []
  if (!program) throw new Error(`${entry} was not packed`)
  const path = join(FOLDER, `${relative(ROOT, entry).replaceAll('/', '-')}.mjs`)
  await mkdir(FOLDER, { recursive: true })
  // A thread of another run may be reading it.
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, program.code)
  await rename(unfinished, path)
  return { path, sources: program.moduleIds.filter((source) => !source.includes('node_modules') && existsSync(source)) }
}
