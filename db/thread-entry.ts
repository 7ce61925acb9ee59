import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '#lib/log.ts'
import { openAttachments } from './attachment.ts'
import { serve } from './remote.ts'
import { openStore } from './store.ts'
import type { DataOptions } from './thread.ts'

/** What runs in the thread of `openInThread`. */

const { url, authToken, attachments, log } = workerData as DataOptions

if (parentPort) {
  await serve(parentPort, async () => {
    const store = await openStore({ url, authToken, log: createLogger(log) })
    return { store, attachments: openAttachments({ folder: attachments, client: store.client }) }
  })
}
