import { Socket } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/**
 * Runs before every test file: noise fails the test that made it, and so does a connection that leaves the machine.
 * A test that expects an error on the console spies on it with `vi.spyOn(console, 'error').mockImplementation(...)`.
 */
const faults: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...args: unknown[]) => {
    faults.push(`unexpected console.${level}: ${args.map(String).join(' ')}`)
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

function targetHost(args: unknown[]): string | null {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && typeof first.path === 'string') return null
    return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost'
  }
  if (typeof first === 'number' || /^\d+$/.test(String(first))) return typeof second === 'string' ? second : 'localhost'
  return null
}

const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket
Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
  const host = targetHost(args)
  if (host === null || LOOPBACK.test(host)) return connect.apply(this, args)
  faults.push(`a connection left the machine: ${host}`)
  throw new Error(`tests may only connect to loopback, not to ${host}`)
}

beforeEach(() => {
  faults.length = 0
})

afterEach(() => {
  if (faults.length > 0) throw new Error(faults.splice(0).join('\n'))
})
