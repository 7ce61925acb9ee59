import type { Receipt } from '#lib/receipt/receipt.ts'
import { explainedCall } from './explained-cost.ts'

/** A receipt, as it goes out; `isBrief`: without the bodies of request and answer, which may be long. */
export function receiptAnswer({ cost, wire, ...receipt }: Receipt, isBrief: boolean) {
  return {
    ...receipt,
    cost: { ...cost, calls: cost.calls.map(explainedCall) },
    wire: isBrief ? { ...wire, request: null, answer: null } : wire,
  }
}
