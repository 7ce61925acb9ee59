import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { serverCommand, serverEnvironment } from '#app/build.ts'
import { VARIABLE_NAMES } from '#lib/env.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** No key, no database and no model of whoever runs the tests: a blank variable counts as unset. */
export const BLANK: Readonly<Record<string, string>> = {
  ...Object.fromEntries(VARIABLE_NAMES.map((name) => [name, ''])),
  NEXT_TELEMETRY_DISABLED: '1',
  // Every test of the whole proves the contract too.
  METIS_TEST_CONTRACT: '1',
}

/** A production server of its own, for tests that stop or kill it; with a `port` it comes back where one was before. */
export async function startServer(dataDir: string, env: Record<string, string> = {}, port?: number) {
  port ??= await freePort()
  const url = env.METIS_PUBLIC_URL ?? `http://127.0.0.1:${port}`
  const process_ = spawn(process.execPath, serverCommand('start', '127.0.0.1', port), {
    cwd: ROOT,
    // The channel ends the server with the tests, also where those are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...serverEnvironment(), ...BLANK, METIS_DATA_DIR: dataDir, METIS_LOG_LEVEL: 'error', ...env },
  })
  let output = ''
  for (const stream of [process_.stdout, process_.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  await untilUp(url, process_, () => output)
  return {
    url,
    port,
    output: () => output,
    /** As if the power went: no handler runs. */
    async kill() {
      process_.kill('SIGKILL')
      if (process_.exitCode === null && process_.signalCode === null) await once(process_, 'exit')
    },
    /** As a service manager stops it, or a terminal that is closed; resolves to the exit code. */
    async stop(signal: 'SIGTERM' | 'SIGHUP' = 'SIGTERM'): Promise<number | null> {
      if (process_.exitCode !== null || process_.signalCode !== null) return process_.exitCode
      process_.kill(signal)
      await once(process_, 'exit')
      return process_.exitCode
    },
  }
}

export async function untilUp(url: string, process_: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (process_.exitCode === null && Date.now() < deadline) {
    const isUp = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
  process_.kill('SIGKILL')
  throw new Error(`the server did not come up:\n${output()}`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
