import type { TokenUsage } from '../canonical/usage.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { Bill } from '../pricing/bill.ts'
import { billOfCall } from '../pricing/bill-of-call.ts'
import type { CostState } from '../pricing/call-cost.ts'
import type { PriceTable } from '../pricing/price.ts'
import type { Prices } from '../pricing/prices.ts'
import type { Principal } from '../principal.ts'
import type { Reprice, RepriceStore } from '../store/reprice-store.ts'
import type { Store } from '../store/store.ts'
import type { LlmCall } from '../store/turn-record.ts'

/** What a call cost, and how that comes about. */
export interface ExplainedCost {
  call: LlmCall
  /** As it was when the call ended: it never changes. */
  cost_usd: string | null
  pricing_version: string | null
  state: CostState | null
  /** They add up to the cost. */
  lines: Bill['lines']
  /** What it costs by the reprice that holds for it. */
  repriced: { reprice: Reprice; cost_usd: string; state: CostState; lines: Bill['lines'] } | null
}

/** How the cost of a call comes about, from what was counted and the version of the prices that it was billed by. */
export class CallCosts {
  readonly #store: Pick<Store, 'llmCall' | 'llmCalls' | 'sessionOf'>
  readonly #reprices: Pick<RepriceStore, 'costOf'>
  readonly #prices: Pick<Prices, 'find'>
  readonly #models: Pick<ModelDirectory, 'withOwnPrices' | 'pricesAt'>

  constructor(deps: {
    store: Pick<Store, 'llmCall' | 'llmCalls' | 'sessionOf'>
    reprices: Pick<RepriceStore, 'costOf'>
    prices: Pick<Prices, 'find'>
    models: Pick<ModelDirectory, 'withOwnPrices' | 'pricesAt'>
  }) {
    this.#store = deps.store
    this.#reprices = deps.reprices
    this.#prices = deps.prices
    this.#models = deps.models
  }

  /** Null where this person has made no such call. */
  async explain(principal: Principal, id: string): Promise<ExplainedCost | null> {
    const call = await this.#store.llmCall(id)
    return call?.started_by === principal.id ? await this.#explained(call) : null
  }

  /** The calls of a chat in the order in which they were made; null where this person has no such chat. */
  async ofSession(principal: Principal, sessionId: string): Promise<LlmCall[] | null> {
    const session = await this.#store.sessionOf(principal, sessionId)
    return session && (await this.#store.llmCalls(sessionId))
  }

  /** Those of one turn, each with how its cost comes about. */
  async ofTurn(principal: Principal, sessionId: string, turnId: string): Promise<ExplainedCost[] | null> {
    const session = await this.#store.sessionOf(principal, sessionId)
    if (!session) return null
    const calls = await this.#store.llmCalls(sessionId, turnId)
    return await Promise.all(calls.map((call) => this.#explained(call)))
  }

  async #explained(call: LlmCall): Promise<ExplainedCost> {
    const { cost_usd, pricing_version, cost_state: state } = call
    const lines = await this.#linesOf(call, { cost_usd, pricing_version })
    return { call, cost_usd, pricing_version, state, lines, repriced: await this.#repriced(call) }
  }

  async #repriced(call: LlmCall): Promise<ExplainedCost['repriced']> {
    const found = await this.#reprices.costOf(call.id)
    if (!found) return null
    const { cost_usd, cost_state: state, reprice } = found
    const { pricing_version } = reprice
    return { reprice, cost_usd, state, lines: await this.#linesOf(call, { cost_usd, pricing_version }) }
  }

  /** What a call would have cost with other counts, by the prices that it was billed by. */
  async biller(call: LlmCall): Promise<(usage: TokenUsage) => Bill | null> {
    const table = await this.#tableOf(call, call.pricing_version)
    return (usage) => billOfCall({ ...call, usage }, table)
  }

  async #tableOf({ started_at }: LlmCall, pricing_version: string | null): Promise<PriceTable> {
    const version = pricing_version === null ? null : await this.#prices.find(pricing_version)
    return version ? this.#models.withOwnPrices(version) : this.#models.pricesAt(started_at)
  }

  /** None where what models.yaml says of prices is another by now: then they are not those of this cost. */
  async #linesOf(
    call: LlmCall,
    { cost_usd, pricing_version }: Pick<LlmCall, 'cost_usd' | 'pricing_version'>,
  ): Promise<Bill['lines']> {
    const bill = billOfCall(call, await this.#tableOf(call, pricing_version))
    return bill && bill.cost_usd === cost_usd ? bill.lines : []
  }
}
