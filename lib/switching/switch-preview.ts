import type { WireEndpoint } from '../adapters/adapter.ts'
import { parseModelId } from '../canonical/id.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { Principal } from '../principal.ts'
import { STAY, type SwapOption, type SwapRefusal } from '../routing/swap.ts'
import { type AutomaticChoice, choiceOf } from '../turn/automatic.ts'
import type { RequestPart } from '../turn/request-parts.ts'
import { NoModelError } from '../turn/turn-error.ts'
import { ChatElsewhere, type ElsewhereDeps, fitsWindow } from './chat-elsewhere.ts'
import type { SwitchSummary } from './summary.ts'

/** What a chat would be at another model, before anything is changed or sent. */
export interface SwitchPreview extends SwitchSummary {
  refusal: SwapRefusal | null
  /** `provider:name`. */
  model: string
  /** Of all that it would read with the next question, about. */
  estimated_input_tokens: number
  max_context_tokens: number
  fits: boolean
  /** What that is made of, in its order. */
  parts: RequestPart[]
  /** The present model's host can still have some of it in its cache, and the other's cannot. */
  cache_lost: boolean
  /** What reading it costs at least, decimal; null where that has no price. */
  next_message_usd: { now: string | null; then: string | null }
  /** What can be done where it does not fit. */
  ways: SwapOption[]
  /** The model that it is compared with; null where there is none. */
  present: string | null
  /** Where nobody chooses: how it comes to this model. */
  automatic: AutomaticChoice | null
}

/** What goes over the wire: the body, and where it goes, without a key. */
export interface WirePreview {
  /** Null where it cannot be made. */
  request: JsonObject | null
  endpoint: (WireEndpoint & { key_variable: string }) | null
}

interface Deps extends ElsewhereDeps {
  /** The variable of the environment that holds the key of a provider. */
  keyVariable: (provider: string) => string
}

/** What a chat would be at another model: by the request that a turn would send there, of which nothing is sent. */
export class SwitchPreviews {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * `name`: an id or an alias; null: whichever the chain comes to where nobody chooses one, for a message of that text. Null
   * where this person has no such chat. Throws `UnknownModelError`, or a `NoModelError` where the chain comes to none.
   */
  async of(principal: Principal, sessionId: string, name: string | null, text = ''): Promise<SwitchPreview | null> {
    const read = await this.#read(principal, sessionId, name, text)
    if (!read) return null
    const { chat, target, automatic } = read
    const { summary, changed, refusal: unsendable } = await chat.sentTo(target)
    const pictures = await chat.refusalAt(target)
    const now = chat.present && chat.costAt(chat.present)
    const then = chat.costAt(target)
    const fits = fitsWindow(target, then.input_tokens)
    const refusal = pictures ?? unsendable
    // Where something else than its pictures or its length speaks against each model, there is no way on but to stay.
    const isTaken = !automatic || automatic.policy !== null || !fits
    return {
      ...summary,
      model: target.id,
      estimated_input_tokens: then.input_tokens,
      max_context_tokens: target.capabilities.max_context_tokens,
      fits,
      parts: chat.partsAt(target, then.input_tokens, changed),
      ways: fits ? [] : chat.waysAt(target),
      cache_lost: (now?.cached?.tokens ?? 0) > (then.cached?.tokens ?? 0),
      // biome-ignore lint/suspicious/noThenProperty: now and then, and nothing to wait for
      next_message_usd: { now: now?.floor.cost_usd ?? null, then: then.floor.cost_usd },
      refusal: refusal ?? (isTaken ? null : { reason: automatic.reason, options: [STAY] }),
      present: chat.present?.id ?? null,
      automatic: automatic && choiceOf(automatic),
    }
  }

  /** The request that a turn would send there. Null where this person has no such chat. Throws `UnknownModelError`. */
  async requestTo(principal: Principal, sessionId: string, name: string): Promise<WirePreview | null> {
    const read = await this.#read(principal, sessionId, name)
    if (!read) return null
    const wire = await read.chat.wireTo(read.target)
    const key_variable = this.#deps.keyVariable(parseModelId(read.target.id)?.provider ?? '')
    return { request: wire?.request ?? null, endpoint: wire && { ...wire.endpoint, key_variable } }
  }

  async #read(principal: Principal, sessionId: string, name: string | null, text = '') {
    const { models } = this.#deps
    const named = name === null ? null : models.named(name)
    const [chat] = await Promise.all([
      ChatElsewhere.read(this.#deps, principal, sessionId, name === null ? { text } : undefined),
      // What the host says of a model decides what the request is, and a call asks for it as well.
      named?.adapter?.inspect?.([named.id]),
    ])
    if (!chat) return null
    const automatic = name === null ? chat.automatic : null
    const id = named?.id ?? automatic?.model?.id
    if (id === undefined) throw new NoModelError(automatic?.reason ?? '', automatic?.chain ?? [])
    if (!named) await models.named(id).adapter?.inspect?.([id])
    return { chat, target: models.named(id), automatic }
  }
}
