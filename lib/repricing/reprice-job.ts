import { setTimeout as sleep } from 'node:timers/promises'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { PriceTable } from '../pricing/price.ts'
import type { BilledCallReader, Reprice, RepriceStore } from '../store/reprice-store.ts'
import { costBy, isAsBilled, isOther } from './repriced-call.ts'

/** So long a stream may have to wait for the store: the page is written in about ten milliseconds. */
const PAGE = 500

export interface RepriceJobDeps {
  store: Pick<RepriceStore, 'apply' | 'revertPage'>
  reader: BilledCallReader
  /** Microseconds. */
  clock: () => number
  signal: AbortSignal
  page?: number
}

/**
 * Goes on with a reprice from where it is, page by page, until it is applied, is being reverted, or another process goes on
 * with it: of two that look at one page, one finds that it has been written.
 */
export async function applyReprice(reprice: Reprice, table: PriceTable, deps: RepriceJobDeps): Promise<void> {
  const { store, reader, clock, signal, page = PAGE } = deps
  const { id, pricing_version } = reprice
  const end = { at: parseTimestamp(reprice.to), id: '' }
  let after = reprice.reached
  while (!signal.aborted) {
    const { calls, next } = await reader.page(after, end, page)
    const costs = calls.flatMap((call) => {
      const cost = costBy(table, call)
      return cost && !isAsBilled(call, cost, pricing_version) ? [{ ...cost, is_other: isOther(call, cost) }] : []
    })
    const reached = next ?? end
    const ended_at = next ? null : formatTimestamp(clock())
    const isOurs = await store.apply({ id, pricing_version, after, reached, calls: calls.length, costs, ended_at })
    if (!isOurs || !next) return
    after = next
    await sleep(0)
  }
}

/** From its last cost to its first one. */
export async function revertReprice({ id }: Pick<Reprice, 'id'>, deps: RepriceJobDeps): Promise<void> {
  const { store, clock, signal, page = PAGE } = deps
  while (!signal.aborted && (await store.revertPage(id, page, formatTimestamp(clock())))) await sleep(0)
}
