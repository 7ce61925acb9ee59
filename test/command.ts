import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

export interface CommandOptions {
  /** Show the output as it comes; otherwise it is kept and handed back. */
  live?: boolean
  env?: Record<string, string>
  timeoutSeconds?: number
}

export interface Outcome {
  ok: boolean
  output: string
  seconds: number
}

const ROOT = resolve(import.meta.dirname, '..')
const running = new Set<ChildProcess>()
let stopping = false

/** Runs a command of this project (`node_modules/.bin` first in the path) to its end; a failed one is no exception. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const { live = false, env = {}, timeoutSeconds = 1_200 } = options
  const path = [resolve(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const started = performance.now()

  return new Promise((done) => {
    const colour = live ? {} : { NO_COLOR: '1' }
    // A group of its own, so that whatever the command starts ends with it.
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...colour, ...env, PATH: path },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      detached: true,
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }

    const timer = setTimeout(() => {
      output += `\nstopped after ${timeoutSeconds} s`
      void stop(child)
    }, timeoutSeconds * 1_000)
    const finish = (ok: boolean) => {
      clearTimeout(timer)
      running.delete(child)
      // Nobody goes on to the next command once this process is on its way out.
      if (!stopping) done({ ok, output: output.trim(), seconds: (performance.now() - started) / 1_000 })
    }
    child.on('error', (error) => {
      output += String(error)
      finish(false)
    })
    // What it leaves running goes with it, and lets go of the output.
    child.on('exit', () => signalGroup(child, 'SIGKILL'))
    child.on('close', (code) => finish(code === 0))
  })
}

/** From here on an interrupt ends every running command before it ends this process. */
export function stopOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = true
      void Promise.all([...running].map(stop)).then(() => process.exit(130))
    })
  }
}

/** An interrupt, as from a keyboard: it is the one on which Playwright takes its web server down with it. */
const POLITE: NodeJS.Signals = 'SIGINT'
const GRACE_MS = 10_000

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((end) => child.once('exit', () => end()))
  signalGroup(child, POLITE)
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
  await ended
  clearTimeout(timer)
  signalGroup(child, 'SIGKILL')
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is gone already, which is what was wanted.
  }
}
