import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '#lib/log.ts'
import { openAttachments } from './attachment.ts'
import { openKeys } from './key.ts'
import { openPresets } from './preset.ts'
import { openPrices } from './price-version.ts'
import { serve } from './remote.ts'
import { openStore } from './store.ts'
import type { Data, DataOptions, ThreadControl } from './thread.ts'

/** What runs in the thread of `openInThread`. */

const { url, authToken, attachments, log, create = true } = workerData as DataOptions

if (parentPort) {
  const isServing = await serve(parentPort, async () => {
    const logger = createLogger(log)
    const store = await openStore({ url, authToken, create, log: logger })
    const { client } = store
    const data: Data = {
      store,
      attachments: openAttachments({ folder: attachments, client }),
      keys: openKeys({ client, url }),
      presets: openPresets({ client, url, log: logger }),
      prices: openPrices({ client, url, log: logger }),
    }
    // In a thread this ends the thread.
    const thread: ThreadControl = { end: () => process.exit() }
    return { ...data, thread }
  })
  if (!isServing) process.exit(1)
}
