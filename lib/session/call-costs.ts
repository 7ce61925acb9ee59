import type { ModelDirectory } from '../models/model-directory.ts'
import type { Bill } from '../pricing/bill.ts'
import { billOf } from '../pricing/bill.ts'
import type { CostState } from '../pricing/call-cost.ts'
import type { Prices } from '../pricing/prices.ts'
import type { Principal } from '../principal.ts'
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
}

/** How the cost of a call comes about, from what was counted and the version of the prices that it was billed by. */
export class CallCosts {
  readonly #store: Pick<Store, 'llmCall'>
  readonly #prices: Pick<Prices, 'find'>
  readonly #models: Pick<ModelDirectory, 'withOwnPrices' | 'pricesAt'>

  constructor(deps: {
    store: Pick<Store, 'llmCall'>
    prices: Pick<Prices, 'find'>
    models: Pick<ModelDirectory, 'withOwnPrices' | 'pricesAt'>
  }) {
    this.#store = deps.store
    this.#prices = deps.prices
    this.#models = deps.models
  }

  /** Null where this person has made no such call. */
  async explain(principal: Principal, id: string): Promise<ExplainedCost | null> {
    const call = await this.#store.llmCall(id)
    if (call?.started_by !== principal.id) return null
    const { cost_usd, pricing_version, cost_state: state } = call
    const bill = await this.#billOf(call)
    // What models.yaml says of prices may be another by now: then the lines are none of this cost.
    const lines = bill && bill.cost_usd === cost_usd ? bill.lines : []
    return { call, cost_usd, pricing_version, state, lines }
  }

  async #billOf(call: LlmCall): Promise<Bill | null> {
    const { usage, model_served, model_asked, by_own_server, started_at, pricing_version } = call
    if (!usage) return null
    const version = pricing_version === null ? null : await this.#prices.find(pricing_version)
    const table = version ? this.#models.withOwnPrices(version) : this.#models.pricesAt(started_at)
    const answered = { served: model_served ?? model_asked, asked: model_asked, by_own_server: by_own_server === true }
    return billOf(usage, answered, table, started_at)
  }
}
