import { parentPort } from 'node:worker_threads'

/** The thread of the database, which ends where it stands when it is told `die`. */

// First: whoever listens earlier takes the messages that wait for it.
await import('#db/thread-entry.ts')
parentPort?.on('message', (message) => {
  if (message === 'die') process.exit(3)
})
