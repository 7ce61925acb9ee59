import { Socket } from 'node:net'
import { format } from 'node:util'

/**
 * What a test must not do unnoticed: make noise on the console, or reach beyond this machine. Each is recorded here and
 * `setup.ts` fails the test that did it. A test that expects noise spies on the console itself.
 */
const faults: string[] = []

/** The faults since the last call; taking them forgives them. */
export function takeFaults(): string[] {
  return faults.splice(0)
}

export function guardConsole(): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      faults.push(`unexpected console.${level}: ${format(...args)}`)
    }
  }
}

/** Once, however many test files a process has. */
const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket

/** Every client in the process (fetch, http, WebSocket, libSQL over http) connects through here. */
export function guardNetwork(): void {
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
    const host = targetHost(args)
    if (host === null || LOOPBACK.test(host)) return connect.apply(this, args)
    faults.push(`a connection left the machine: ${host}`)
    return connect.call(this, REFUSING)
  }
}

/** Port 1 of this machine, where nobody listens: the client sees an ordinary refused connection. */
const REFUSING = { host: '127.0.0.1', port: 1 }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/** The host among the arguments of `Socket.connect`, which net passes as one normalised list; `null` for a pipe. */
function targetHost(args: readonly unknown[]): string | null {
  const [target, host] = Array.isArray(args[0]) ? args[0] : args
  if (typeof target !== 'object' || target === null) {
    const isPort = /^\d+$/.test(String(target))
    return isPort ? (typeof host === 'string' ? host : 'localhost') : null
  }
  if ('path' in target && typeof target.path === 'string') return null
  return 'host' in target && typeof target.host === 'string' ? target.host : 'localhost'
}
