import { spawn } from 'node:child_process'
import { startedByNpm } from '#lib/env.ts'

const PARENT = process.ppid

/** How long a server may go on after npm was killed. */
const LOOK_MS = 500

/**
 * Runs Node to its end, and returns the exit code. What ends this process, or npm that started it, ends that one as well:
 * a signal is passed on, and a killed npm is noticed. The channel between the two closes even when this one is killed.
 */
export function runNode(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<number> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const pass = (signal: NodeJS.Signals) => () => void child.kill(signal)
  const handlers = [
    // A terminal sends Ctrl-C to both processes: the second one changes nothing.
    ['SIGINT', pass('SIGINT')],
    ['SIGTERM', pass('SIGTERM')],
    ['SIGHUP', pass('SIGHUP')],
    ['exit', pass('SIGTERM')],
  ] as const
  for (const [event, handler] of handlers) process.on(event, handler)
  const watch = startedByNpm() ? watchParent(pass('SIGTERM')) : undefined

  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', (code) => {
      clearInterval(watch)
      for (const [event, handler] of handlers) process.off(event, handler)
      // No code: it was killed.
      done(code ?? 1)
    })
  })
}

/** Nothing tells a process that its parent was killed; it only has another one from then on. */
function watchParent(onGone: () => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    onGone()
  }, LOOK_MS)
  return timer
}
