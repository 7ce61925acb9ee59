import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Env, EnvError, readEnv } from '#lib/env.ts'
import { build, isBuilt, nextEnvironment, serverCommand, serverEnvironment } from './build.ts'

/**
 * `npm start`: checks the environment, builds when there is no build of the present sources, and serves until stopped.
 * With `--dev` it serves the development server instead.
 */

const ROOT = resolve(import.meta.dirname, '..')

/** The server reads the same files in the same order: what is set already wins. */
function loadEnvFiles(): void {
  for (const name of ['.env.local', '.env']) {
    const path = resolve(ROOT, name)
    if (existsSync(path)) process.loadEnvFile(path)
  }
}

function serve(mode: 'start' | 'dev', env: Env): void {
  const host = env.host.includes(':') ? `[${env.host}]` : env.host
  console.log(`Metis: http://${host}:${env.port} (stop with Ctrl-C)`)
  const server = spawn(process.execPath, serverCommand(mode, env.host, env.port), {
    cwd: ROOT,
    stdio: 'inherit',
    env: mode === 'start' ? serverEnvironment() : nextEnvironment(),
  })
  process.on('SIGINT', () => {
    // A terminal sends Ctrl-C to both processes; this one then only waits for the server to finish.
    if (!process.stdin.isTTY) server.kill('SIGINT')
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
  process.on('exit', () => server.kill())
  // No code: it was killed.
  server.on('exit', (code) => process.exit(code ?? 1))
}

function main(args: readonly string[]): void {
  const dev = args.includes('--dev')
  loadEnvFiles()
  const env = readEnv()
  if (!dev && !isBuilt()) {
    console.log('Metis: building (about half a minute, once per change)')
    if (build() !== 0) process.exit(1)
  }
  serve(dev ? 'dev' : 'start', env)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(`Metis cannot start with this environment:\n${error.message}`)
  process.exit(1)
}
