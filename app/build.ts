import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeProviderList } from '#lib/adapters/provider-list.ts'
import { childEnvironment } from '#lib/env.ts'
import { packFiles } from './_http/packed-file.ts'
import { runNode } from './child.ts'
import { hintScripts } from './compile-hints.ts'

const ROOT = resolve(import.meta.dirname, '..')
const STAMP = resolve(ROOT, '.next/source-hash')

const NEXT = resolve(ROOT, 'node_modules/next/dist/bin/next')

/** Nothing about whoever runs Metis goes to anyone. */
export const nextEnvironment = () => childEnvironment({ NEXT_TELEMETRY_DISABLED: '1' })

/** What Node has compiled of a build: the next start reads that in place of compiling it again. A build clears the folder. */
const COMPILED = resolve(ROOT, '.next/compiled')

/** The server stores what it has before it ends; the framework's own handler of signals would not wait for that. */
export const serverEnvironment = () => ({
  ...nextEnvironment(),
  NEXT_MANUAL_SIG_HANDLE: '1',
  // Where it cannot be written, nothing is kept.
  NODE_COMPILE_CACHE: COMPILED,
})

/**
 * How the server is run. By default tens of megabytes of short-lived objects gather before they are collected, and all
 * streams stand still for 10 ms and more while the survivors are copied; in smaller portions that is 3 ms.
 */
export const serverCommand = (mode: 'start' | 'dev', host: string, port: number) => [
  '--max-semi-space-size=16',
  NEXT,
  mode,
  '--hostname',
  host,
  '--port',
  String(port),
]

/** Everything a production build is made of. */
const INPUTS = ['{app,db,lib,public}/**/*', '*.{ts,mjs,json}']
/** What the build writes itself, and what is there to be read. */
const NO_INPUTS = ['next-env.d.ts', '**/*.md']

/** True when the last build in this folder succeeded and was made of the very files that are here now. */
export function isBuilt(): boolean {
  return (
    existsSync(resolve(ROOT, '.next/BUILD_ID')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash()
  )
}

/** Builds for production; returns the exit code. */
export async function build(): Promise<number> {
  writeProviderList()
  const hash = sourceHash()
  rmSync(STAMP, { force: true })
  const code = await runNode([NEXT, 'build'], { cwd: ROOT, env: nextEnvironment() })
  if (code !== 0) return code
  const folder = resolve(ROOT, '.next')
  hintScripts(folder)
  packFiles(folder)
  writeFileSync(STAMP, hash)
  return code
}

function sourceHash(): string {
  const hash = createHash('sha256').update(process.version)
  const files = globSync(INPUTS, { cwd: ROOT, withFileTypes: true, exclude: NO_INPUTS })
  for (const path of files.flatMap((file) => (file.isFile() ? [resolve(file.parentPath, file.name)] : [])).sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

if (process.argv[1] === import.meta.filename) process.exitCode = await build()
