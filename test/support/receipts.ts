import { Receipts } from '#lib/receipt/receipts.ts'
import { CallCosts } from '#lib/session/call-costs.ts'
import type { SessionServer } from './session-server.ts'

/** How answers of a server came about, by prices that nobody has changed. */
export function receiptsOf(server: Pick<SessionServer, ReceiptParts>): Receipts {
  const { store, models } = server
  const callCosts = new CallCosts({
    store,
    models,
    reprices: { costOf: async () => null },
    prices: { find: async () => null },
  })
  return new Receipts({ ...server, callCosts, keyVariable: (provider) => `${provider.toUpperCase()}_API_KEY` })
}

type ReceiptParts = 'store' | 'standIns' | 'models' | 'attachments' | 'documents' | 'pictures' | 'tools' | 'log'
