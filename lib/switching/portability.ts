import { setImmediate as breathe } from 'node:timers/promises'
import { parseModelId } from '../canonical/id.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import { type AutomaticChoice, choiceOf } from '../turn/automatic.ts'
import { ChatElsewhere, type ElsewhereDeps, fitsWindow, type Sendable } from './chat-elsewhere.ts'

/** Something that a chat would lose at a model, or that keeps it from going on there. */
export interface PortabilityNote {
  kind: 'dropped' | 'converted' | 'closed_calls' | 'refused' | 'too_long' | 'unavailable'
  /** Of blocks that something happens to. */
  block_type?: string
  count?: number
  reason: string
}

export interface PortableModel {
  id: string
  /** The chat can go on there as it is, be it with less. */
  ok: boolean
  /** The gravest first; empty where nothing is lost. */
  notes: PortabilityNote[]
}

export interface Portability {
  models: PortableModel[]
  /** Where nobody chooses: which of them answers the next message, and why. */
  automatic: AutomaticChoice | null
}

/** Where a chat can go on: at which of the models that are set up, and what it would lose at each. */
export class Portabilities {
  readonly #deps: ElsewhereDeps

  constructor(deps: ElsewhereDeps) {
    this.#deps = deps
  }

  /** Null where this person has no such chat. Stops where `signal` aborts, throwing its reason. */
  async of(principal: Principal, sessionId: string, signal?: AbortSignal): Promise<Portability | null> {
    const { models } = this.#deps
    const chat = await ChatElsewhere.read(this.#deps, principal, sessionId, { text: '' })
    if (!chat) return null
    const alike = new Map<string, Promise<Sendable>>()
    const refusals = new Map<string, ReturnType<typeof chat.refusalAt>>()
    const tokens = new Map<string, number>()
    const found: PortableModel[] = []
    for (const { id, configured } of models.list()) {
      const model = configured ? models.find(id) : undefined
      if (!model) continue
      const key = likeness(model, chat)
      const isNew = !alike.has(key)
      const sent = await once(alike, key, () => chat.sentTo(model))
      const input_tokens = once(tokens, key, () => chat.costAt(model).input_tokens)
      const refusal = (await once(refusals, key, () => chat.refusalAt(model))) ?? sent.refusal
      found.push(portable(model, { ...sent, refusal }, input_tokens, models.availability.of(id)?.is_asked === true))
      if (!isNew) continue
      // A host of hundreds of models must not hold up those who wait for a word.
      await breathe()
      signal?.throwIfAborted()
    }
    return { models: found, automatic: chat.automatic && choiceOf(chat.automatic) }
  }
}

/**
 * Models of one likeness are sent the same: one wire, one maker, one set of abilities. A model that has answered in the chat is
 * like no other, for it gets back what is its own.
 */
function likeness({ id, adapter, capabilities, efforts, takes_temperature }: AvailableModel, { path }: ChatElsewhere) {
  const { max_context_tokens: _window, max_output_tokens: _answer, ...abilities } = capabilities
  const answered = path.some(({ metadata }) => metadata.model === id || metadata.routing?.chosen_model === id)
  const name = parseModelId(id)?.name ?? ''
  const maker = name.includes('/') ? name.slice(0, name.indexOf('/')) : ''
  return JSON.stringify([adapter?.name, adapter?.format, maker, abilities, efforts, takes_temperature, answered && id])
}

function portable(model: AvailableModel, sent: Sendable, input_tokens: number, isAway: boolean): PortableModel {
  const { id, capabilities } = model
  const { summary, refusal } = sent
  const { dropped, converted, closed_calls } = summary
  const fits = fitsWindow(model, input_tokens)
  const notes: PortabilityNote[] = [
    ...(refusal ? [{ kind: 'refused', reason: refusal.reason } as const] : []),
    ...(fits ? [] : [{ kind: 'too_long', reason: tooLong(input_tokens, capabilities.max_context_tokens) } as const]),
    ...(isAway ? [{ kind: 'unavailable', reason: 'its provider asked to wait' } as const] : []),
    ...dropped.map((fate) => ({ kind: 'dropped', ...fate }) as const),
    ...converted.map((fate) => ({ kind: 'converted', ...fate }) as const),
    ...(closed_calls > 0
      ? [{ kind: 'closed_calls', count: closed_calls, reason: 'calls without a result are closed' } as const]
      : []),
  ]
  return { id, ok: refusal === null && fits && !isAway, notes }
}

const tooLong = (tokens: number, window: number) => `about ${tokens} tokens do not fit its window of ${window}`

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
