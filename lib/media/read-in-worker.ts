import { Worker } from 'node:worker_threads'
import type { DocumentReading } from './document-reading.ts'
import { UnreadableDocumentError } from './unreadable-document.ts'

/** How long and with how much memory one document may be read: objects, and what it unpacks beside them. */
const MOST_MS = 60_000
const MOST_OBJECTS_MB = 768
const MOST_MEMORY_MB = 1_500
const LOOK_MS = 50

export interface WorkerBounds {
  ms?: number
  memoryMb?: number
}

/**
 * Reads a document in a thread of its own that can be ended at any moment: not in that of the database, which would answer
 * nobody until a page of a malicious PDF is done, and which must not be killed. Throws an `UnreadableDocumentError`.
 */
export async function readInWorker(
  bytes: Uint8Array,
  media_type: string,
  { ms = MOST_MS, memoryMb = MOST_MEMORY_MB }: WorkerBounds = {},
): Promise<DocumentReading> {
  const worker = startWorker({ bytes, media_type })
  const { promise, resolve, reject } = Promise.withResolvers<DocumentReading>()
  const late = setTimeout(() => reject(tooMuch(`it was not read within ${ms / 1_000} seconds`)), ms)
  // What a stream of a PDF unpacks to counts for no thread: only the process as a whole shows it.
  const before = process.memoryUsage.rss()
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > memoryMb * 1_000_000) reject(tooMuch(NO_MEMORY))
  }, LOOK_MS)
  worker.on('message', ({ reading, problem }: { reading?: DocumentReading; problem?: string }) => {
    if (reading) resolve(reading)
    else reject(new UnreadableDocumentError(problem ?? 'it cannot be read'))
  })
  worker.on('error', (cause) => reject(tooMuch(wordsFor(cause), cause)))
  worker.on('exit', (code) => reject(tooMuch(`its reader ended with code ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    clearInterval(look)
    await worker.terminate()
  }
}

const resourceLimits = { maxOldGenerationSizeMb: MOST_OBJECTS_MB }

/** The bundler looks for this very expression, options written out: with a variable in their place it copies the source. */
function startWorker(workerData: { bytes: Uint8Array; media_type: string }): Worker {
  return new Worker(new URL('./document-worker.ts', import.meta.url), { workerData, resourceLimits })
}

const NO_MEMORY = 'it needs more memory to be read than there is for one file'

function wordsFor(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return NO_MEMORY
  }
  return `reading it failed: ${cause instanceof Error ? cause.message : String(cause)}`
}

function tooMuch(problem: string, cause?: unknown): UnreadableDocumentError {
  return new UnreadableDocumentError(problem, { cause })
}
