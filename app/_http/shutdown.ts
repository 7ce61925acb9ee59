import 'server-only'
import type { Server } from '../server.ts'

/** An open event stream keeps the process alive: on a signal, turns are stopped and stored, and the process ends. */
export function closeOnSignal(server: Server): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server
        .close()
        .catch((cause: unknown) => server.log.error('the shutdown failed', { cause }))
        .finally(() => process.exit(0))
    })
  }
}
