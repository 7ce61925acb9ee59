import 'server-only'
import type { Server } from '../server.ts'

/** Whoever stops a process kills it soon after. */
const PATIENCE_MS = 10_000

/** On a signal, or when the process that started it is gone, turns are stopped and stored, and the process ends: nothing else in it would end an open event stream. */
export function closeOnSignal(server: Server): void {
  let isClosing = false
  const close = async () => {
    // It may come twice: from whoever stops the whole group of processes, and from the one that started this one.
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    try {
      await server.close()
      process.exit(0)
    } catch (cause) {
      server.log.error('the shutdown failed', { cause })
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
  // Who started it was killed, and could pass nothing on.
  process.on('disconnect', close)
  // It was killed while this one was starting.
  if (process.connected === false) void close()
}
