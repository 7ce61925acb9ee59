import 'server-only'
import { RESTART } from '../restart.ts'
import type { Server } from '../server.ts'

/** Whoever stops a process kills it soon after. */
const PATIENCE_MS = 10_000

/**
 * On a signal, when a restore waits, or when the process that started it is gone, turns are stopped and stored, and the process
 * ends: nothing else in it would end an open event stream.
 */
export function closeOnSignal(server: Server): void {
  let isClosing = false
  const close = async (code: number) => {
    // It may come twice: from whoever stops the whole group of processes, and from the one that started this one.
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(code || 1), PATIENCE_MS).unref()
    try {
      await server.close()
      process.exit(code)
    } catch (cause) {
      server.log.error('the shutdown failed', { cause })
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => close(0))
  // Who started it was killed, and could pass nothing on.
  process.on('disconnect', () => close(0))
  // It was killed while this one was starting.
  if (process.connected === false) void close(0)
  // The next start puts it in the place of what this one has open.
  server.onRestore(() => void close(RESTART))
}
