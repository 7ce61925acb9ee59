import type { ListedModel, ModelDirectory } from '../models/model-directory.ts'
import { hasRole, type Principal } from '../principal.ts'
import type { RoutingRules } from '../routing/routing-rules.ts'
import type { BudgetStore } from '../store/budget-store.ts'
import type { ModelUse } from '../store/model-use.ts'
import type { PresetStore } from '../store/preset-store.ts'
import type { Store } from '../store/store.ts'
import type { Presets } from './presets.ts'
import type { Sessions } from './sessions.ts'

/** Of each kind, for each model. */
const MOST_SHOWN = 20
/** In one go. */
const MOST_CARRIED = 500

interface Deps {
  store: Pick<Store, 'chatsOfModels' | 'personSettings'>
  presetStore: Pick<PresetStore, 'ofModels'>
  models: ModelDirectory
  sessions: Pick<Sessions, 'change' | 'changeSettings'>
  presets: Pick<Presets, 'change'>
  rules: Pick<RoutingRules, 'namesFor'>
  budgets: Pick<BudgetStore, 'list'>
}

export interface EndingModel {
  model: ListedModel & { ends: NonNullable<ListedModel['ends']> }
  /** The id of a model to go on with; null where nothing suits. */
  suggested: string | null
  chats: ModelUse
  presets: ModelUse
  /** One's own chats have their titles from it. */
  titles: boolean
  /** Rules of the installation, by their names; none for who may not see them. */
  rules: string[]
  /** Ids of budgets that leave it alone to be asked once they are spent; none for who may not see them. */
  budgets: string[]
}

export interface CarriedOver {
  chats: number
  presets: number
  /** The titles of one's own chats. */
  titles: boolean
  /** Chats that stay where they are, and why. */
  left: { id: string; title: string | null; reason: string }[]
}

/** What stops when a model is switched off, and where it goes on. */
export class ModelEnds {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Models with a known end, the next one first. What others have is counted for an admin, and named for nobody. */
  async list(principal: Principal): Promise<EndingModel[]> {
    const { store, presetStore, models, rules, budgets } = this.#deps
    const ending = models.list().flatMap((model) => (model.ends ? [{ ...model, ends: model.ends }] : []))
    if (ending.length === 0) return []
    const ids = ending.map(({ id }) => id)
    const isAdmin = hasRole(principal, 'admin')
    const [chats, presets, { title_model }, limits] = await Promise.all([
      store.chatsOfModels(principal, ids, MOST_SHOWN),
      presetStore.ofModels(principal, ids, MOST_SHOWN),
      store.personSettings(principal),
      isAdmin ? budgets.list() : [],
    ])
    const useOf = (uses: readonly ModelUse[], model: string): ModelUse => {
      const found = uses.find((use) => use.model === model) ?? { model, own: 0, others: 0, shown: [] }
      return isAdmin ? found : { ...found, others: 0 }
    }
    return ending
      .toSorted((a, b) => a.ends.on.localeCompare(b.ends.on))
      .map((model) => ({
        model,
        suggested: suggestedFor(model, models),
        chats: useOf(chats, model.id),
        presets: useOf(presets, model.id),
        titles: title_model === model.id,
        rules: isAdmin ? rules.namesFor(model.id) : [],
        budgets: limits.flatMap(({ id, route_to }) => (route_to === model.id ? [id] : [])),
      }))
  }

  /**
   * Sets one's own chats, their titles and one's own presets to another model, up to 500 of each; a chat that would lose its
   * pictures stays, and says so. Throws an `UnknownModelError`.
   */
  async carryOver(principal: Principal, { from, to }: { from: string; to: string }): Promise<CarriedOver> {
    const { store, presetStore, models, sessions, presets } = this.#deps
    const active_model = models.named(to).id
    const [[chats], [owned], { title_model }] = await Promise.all([
      store.chatsOfModels(principal, [from], MOST_CARRIED),
      presetStore.ofModels(principal, [from], MOST_CARRIED),
      store.personSettings(principal),
    ])
    const carried: CarriedOver = { chats: 0, presets: 0, titles: title_model === from, left: [] }
    if (carried.titles) await sessions.changeSettings(principal, { title_model: active_model })
    for (const { id, name: title } of chats?.shown ?? []) {
      const reason = await this.#move(() => sessions.change(principal, id, { active_model, keeps_time: true }))
      if (reason === null) carried.chats++
      else if (reason !== 'gone') carried.left.push({ id, title, reason })
    }
    for (const { id } of owned?.shown ?? []) {
      if (await presets.change(principal, id, { model: active_model })) carried.presets++
    }
    return carried
  }

  /** Null where it went. */
  async #move(change: () => ReturnType<Sessions['change']>): Promise<string | null> {
    try {
      const outcome = await change()
      return outcome.ok ? null : outcome.refusal.reason
    } catch (error) {
      // Deleted meanwhile: there is nothing to carry.
      if (error instanceof Error && error.name === 'UnknownSessionError') return 'gone'
      throw error
    }
  }
}

/**
 * What its provider names, else of the same provider one that stays, can do no less and has no smaller window: the first of
 * its own size, for a larger one costs more, else the first of all.
 */
function suggestedFor({ id, provider, ends, capabilities }: EndingModel['model'], models: ModelDirectory) {
  const listed = models.list()
  const named = listed.find((model) => model.id === ends.successor)
  if (named?.configured) return named.id
  const suit = listed.filter(
    (model) =>
      model.id !== id &&
      model.provider === provider &&
      model.configured &&
      model.ends === null &&
      ABLE.every((able) => model.capabilities[able] || !capabilities[able]) &&
      model.capabilities.max_context_tokens >= capabilities.max_context_tokens,
  )
  const tier = models.tier(id)
  return (suit.find((model) => models.tier(model.id) === tier) ?? suit[0])?.id ?? null
}

const ABLE = ['supports_images', 'supports_tools', 'supports_thinking'] as const
