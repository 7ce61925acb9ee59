import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Logger } from '../log.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { PriceTable } from '../pricing/price.ts'
import type { Prices } from '../pricing/prices.ts'
import type { Principal } from '../principal.ts'
import type { BilledCallReader, Reprice, RepriceStore } from '../store/reprice-store.ts'
import type { RequestKey } from '../store/store.ts'
import type { UsageStore } from '../store/usage-store.ts'
import { titled, titlesOf } from '../usage/session-title.ts'
import type { UsageRange } from '../usage/usage.ts'
import { type NamedRange, UsageRangeError, usageRange } from '../usage/usage-range.ts'
import type { Difference, DifferenceRow } from './difference.ts'
import { dryRun } from './dry-run.ts'
import { RepriceConflictError, UnknownVersionError } from './refused-reprice.ts'
import { applyReprice, type RepriceJobDeps, revertReprice } from './reprice-job.ts'

/** Another process may have ended in the middle of one. */
const LOOK_AGAIN_MS = 60_000

/** Days are those of the time zone. */
export interface SaidReprice extends NamedRange {
  pricing_version: string
}

/** With the names of the chats that the reader has. */
export interface TitledDifference extends Difference {
  by_session: (DifferenceRow & { session_id: string | null; title: string | null })[]
}

/**
 * What calls of a time cost by another version than the one that they were billed by. It is kept beside what they were billed,
 * which never changes, and can be taken back. It is written in the background, a little at a time.
 */
export class Reprices {
  readonly #deps: RepricesDeps
  readonly #closing = new AbortController()
  #working: Promise<void> | null = null
  #isWoken = false
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(deps: RepricesDeps) {
    this.#deps = deps
  }

  /** Goes on with what the last stop cut off. */
  start(): void {
    this.#looking ??= setInterval(() => this.#wake(), LOOK_AGAIN_MS).unref()
    this.#wake()
  }

  /** The latest first. */
  list(): Promise<Reprice[]> {
    return this.#deps.store.list()
  }

  find(id: string): Promise<Reprice | null> {
    return this.#deps.store.find(id)
  }

  /** What it would change; nothing is written. Throws `UsageRangeError`, `UnknownVersionError`. */
  async dryRun(principal: Principal, said: SaidReprice, signal?: AbortSignal): Promise<TitledDifference> {
    const range = this.#soFar(said)
    const table = await this.#tableOf(said.pricing_version)
    const found = await dryRun(this.#deps.reader, { ...range, tz: said.tz, table }, signal)
    const titles = await titlesOf(
      found.by_session.map(({ key }) => key),
      (ids) => this.#deps.titles(principal, ids),
    )
    return { ...found, by_session: found.by_session.map((row) => ({ ...row, ...titled(row.key, titles) })) }
  }

  /** Throws `UsageRangeError`, `UnknownVersionError`, `RepriceConflictError`; nothing was stored then. */
  async begin(
    principal: Principal,
    { reason, ...said }: SaidReprice & { reason: string },
    key?: RequestKey,
  ): Promise<{ id: string }> {
    const { from, to } = this.#soFar(said)
    const { pricing_version } = said
    await this.#tableOf(pricing_version)
    const answer = { id: this.#deps.newId() }
    const created_at = formatTimestamp(this.#deps.clock())
    const range = { from: formatTimestamp(from), to: formatTimestamp(to) }
    const reprice = { ...answer, ...range, pricing_version, reason, author: principal.id, created_at }
    const outcome = await this.#deps.store.begin(reprice, key && { ...key, answer })
    if (!outcome.begun) throw new RepriceConflictError(outcome.conflict)
    this.#wake()
    return answer
  }

  /** Null where there is no such reprice; one that is reverted stays so. */
  async revert(id: string): Promise<Reprice | null> {
    const reprice = await this.#deps.store.beginRevert(id)
    this.#wake()
    return reprice
  }

  /** Ends after the page that is being written; the next start goes on. */
  async close(): Promise<void> {
    clearInterval(this.#looking)
    this.#closing.abort()
    await this.#working
  }

  /** What has not been asked yet has no cost that could be another. */
  #soFar(said: NamedRange): UsageRange {
    const now = this.#deps.clock()
    const { from, to } = usageRange(said, now)
    if (from >= now) throw new UsageRangeError('from', 'no call has been made since then')
    return { from, to: Math.min(to, now) }
  }

  async #tableOf(version: string): Promise<PriceTable> {
    const found = await this.#deps.prices.find(version)
    if (!found) throw new UnknownVersionError(version)
    return this.#deps.models.withOwnPrices(found)
  }

  #wake(): void {
    this.#isWoken = true
    this.#working ??= this.#work()
  }

  async #work(): Promise<void> {
    const { store, log } = this.#deps
    try {
      while (this.#isWoken && !this.#closing.signal.aborted) {
        this.#isWoken = false
        for (const reprice of await store.unfinished()) await this.#goOn(reprice)
      }
    } catch (cause) {
      log.warn('what is to be repriced cannot be read; it is looked for again', { cause })
    } finally {
      this.#working = null
    }
  }

  async #goOn(reprice: Reprice): Promise<void> {
    const { store, reader, clock, log } = this.#deps
    const deps: RepriceJobDeps = { store, reader, clock, signal: this.#closing.signal }
    try {
      if (reprice.state === 'reverting') await revertReprice(reprice, deps)
      else await applyReprice(reprice, await this.#tableOf(reprice.pricing_version), deps)
    } catch (cause) {
      log.warn('a reprice stopped; it is gone on with later', { id: reprice.id, cause })
    }
  }
}

export interface RepricesDeps {
  titles: UsageStore['titles']
  store: RepriceStore
  reader: BilledCallReader
  prices: Pick<Prices, 'find'>
  models: Pick<ModelDirectory, 'withOwnPrices'>
  newId: () => string
  /** Microseconds. */
  clock: () => number
  log: Logger
}
