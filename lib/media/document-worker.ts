import { parentPort, workerData } from 'node:worker_threads'
import { readDocument } from './read-document.ts'
import { UnreadableDocumentError } from './unreadable-document.ts'

/** What runs in the thread of `readInWorker`: one document, and then it ends. */

const { bytes, media_type } = workerData as { bytes: Uint8Array; media_type: string }

try {
  parentPort?.postMessage({ reading: await readDocument(bytes, media_type) })
} catch (error) {
  if (!(error instanceof UnreadableDocumentError)) throw error
  parentPort?.postMessage({ problem: error.message })
}
