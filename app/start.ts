import { resolve } from 'node:path'
import { writeProviderList } from '#lib/adapters/provider-list.ts'
import { type Env, EnvError, readEnv } from '#lib/env.ts'
import { build, isBuilt, nextEnvironment, serverCommand, serverEnvironment } from './build.ts'
import { runNode } from './child.ts'
import { loadEnvFiles } from './env-files.ts'
import { portFault } from './port.ts'
import { RESTART } from './restart.ts'

/**
 * `npm start`: checks the environment, builds when there is no build of the present sources, and serves until stopped.
 * With `--dev` it serves the development server instead.
 */

const ROOT = resolve(import.meta.dirname, '..')

async function serve(mode: 'start' | 'dev', env: Env): Promise<number> {
  const host = env.host.includes(':') ? `[${env.host}]` : env.host
  console.log(`Metis: ${env.reachable?.publicUrl ?? `http://${host}:${env.port}`} (stop with Ctrl-C)`)
  for (;;) {
    const code = await runNode(serverCommand(mode, env.host, env.port), {
      cwd: ROOT,
      env: mode === 'start' ? serverEnvironment() : nextEnvironment(),
    })
    if (code !== RESTART) return code
    console.log('Metis: starting again')
  }
}

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const dev = args.includes('--dev')
  loadEnvFiles()
  const env = readEnv()
  if (!(await isPortFree(env))) return 1
  // A record that was added to the folder of the providers belongs to the sources.
  writeProviderList()
  if (!dev && !isBuilt()) {
    console.log('Metis: building (about half a minute, once per change)')
    if ((await build()) !== 0) return 1
    // Half a minute is enough for somebody else to take it.
    if (!(await isPortFree(env))) return 1
  }
  return serve(dev ? 'dev' : 'start', env)
}

async function isPortFree({ host, port }: Env): Promise<boolean> {
  const fault = await portFault(host, port)
  if (fault !== null) console.error(`Metis cannot start: ${fault}`)
  return fault === null
}

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(`Metis cannot start with this environment:\n${error.message}`)
  process.exit(1)
}
