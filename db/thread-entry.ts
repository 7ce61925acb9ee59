import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '#lib/log.ts'
import { openAccounts } from './account.ts'
import { openAttachments } from './attachment.ts'
import { openBilledCalls } from './billed-call.ts'
import { openBudgets } from './budget.ts'
import { openClient } from './client.ts'
import { openCredentials } from './credential.ts'
import { openExports } from './export.ts'
import { openImports } from './import.ts'
import { openKeys } from './key.ts'
import { openPastTurns } from './past-turn.ts'
import { openPresets } from './preset.ts'
import { openPrices } from './price-version.ts'
import { serve } from './remote.ts'
import { openReprices } from './reprice.ts'
import { openRules } from './routing-rule.ts'
import { openShares } from './share.ts'
import { openStandIns } from './stand-in.ts'
import { openStore } from './store.ts'
import type { Data, DataOptions, ReadData, ThreadControl } from './thread.ts'
import { openUsage } from './usage.ts'

/** What runs in the thread of `openInThread`. */

const { url, authToken, attachments, log, create = true, onlyReads = false } = workerData as DataOptions

if (parentPort) {
  const isServing = await serve(parentPort, async () => {
    // In a thread this ends the thread.
    const thread: ThreadControl = { end: () => process.exit() }
    return { ...(onlyReads ? await openReads() : await openData()), thread }
  })
  if (!isServing) process.exit(1)
}

async function openData(): Promise<Data> {
  const logger = createLogger(log)
  const store = await openStore({ url, authToken, create, log: logger })
  const { client } = store
  return {
    store,
    attachments: openAttachments({ folder: attachments, client }),
    keys: openKeys({ client, url }),
    presets: openPresets({ client, url, log: logger }),
    prices: openPrices({ client, url, log: logger }),
    rules: openRules({ client, url, log: logger }),
    reprices: openReprices({ client, url, log: logger }),
    budgets: openBudgets({ client, url, log: logger }),
    accounts: openAccounts({ client, url }),
    credentials: openCredentials({ client, url }),
    imports: openImports({ client, url, log: logger }),
    shares: openShares({ client, url }),
    standIns: openStandIns({ client, url, log: logger }),
  }
}

async function openReads(): Promise<ReadData> {
  const client = await openClient({ url, authToken }, { create })
  const opened = { client, url, log: createLogger(log) }
  return {
    usage: openUsage({ client, url }),
    calls: openBilledCalls(opened),
    exports: openExports(opened),
    pastTurns: openPastTurns(opened),
  }
}
