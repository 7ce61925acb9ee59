import { keptByAdapter, type Message } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import type { TurnTotal } from '../canonical/turn-total.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import { sentTokens } from '../pricing/cache-share.ts'
import type { Principal } from '../principal.ts'
import type { CallCosts, ExplainedCost } from '../session/call-costs.ts'
import type { PlacedMessage, StoredProjection } from '../store/store.ts'
import type { LlmCall, TurnRecord } from '../store/turn-record.ts'
import type { KnownFiles } from '../turn/model-request.ts'
import { cacheOf } from './cache-of.ts'
import { passagesOf } from './passage.ts'
import { type RebuildDeps, type Rebuilt, rebuilt } from './rebuilt.ts'
import type { GivenSettings, Receipt, ReceivedWire, Unknown } from './receipt.ts'
import { type RefusedAnswer, refusedAnswer } from './refused-answer.ts'
import { samenessOf } from './sameness.ts'

export interface ReceiptDeps extends RebuildDeps {
  callCosts: Pick<CallCosts, 'ofTurn' | 'biller'>
  /** The variable of the environment that holds the key of a provider. */
  keyVariable: (provider: string) => string
}

/** What is stored of the turn of an answer. */
interface Kept {
  turn: TurnRecord | null
  costs: ExplainedCost[]
  total: TurnTotal | undefined
  events: PersistedEvent[]
}

const NOTHING: Kept = { turn: null, costs: [], total: undefined, events: [] }

/** How answers came about, for whom they were given. It reads, and sends nothing. */
export class Receipts {
  readonly #deps: ReceiptDeps

  constructor(deps: ReceiptDeps) {
    this.#deps = deps
  }

  /** Null where this person has no such answer. */
  async of(principal: Principal, sessionId: string, messageId: string): Promise<Receipt | null> {
    const { store } = this.#deps
    const session = await store.sessionOf(principal, sessionId)
    const placed = session && (await store.message(sessionId, messageId))
    if (!session || placed?.message.role !== 'assistant') return null
    const [path, kept] = await Promise.all([this.#pathTo(placed), this.#keptOf(principal, placed.message)])
    const requests = new Set(kept.costs.flatMap(({ call }) => (call.message_id === null ? [] : [call.request_id])))
    const [records, { made, cache }] = await Promise.all([
      requests.size === 0 ? [] : store.projections(sessionId, { requests: [...requests] }),
      this.#requestOf(principal, session, placed.message, path, kept),
    ])
    const wire = this.#wireOf(placed.message, kept, made)
    return {
      ...receiptOf(placed.message, path, kept, records),
      parts: partsOf(placed.message, kept, records, made),
      cache,
      wire,
    }
  }

  /** In the order of writing; of one message, what became of it and what its own request left behind. Null where this person has no such chat. */
  async projections(principal: Principal, sessionId: string, messageId?: string): Promise<StoredProjection[] | null> {
    const { store } = this.#deps
    if (!(await store.sessionOf(principal, sessionId))) return null
    if (messageId === undefined) return await store.projections(sessionId)
    const turnId = (await store.message(sessionId, messageId))?.message.metadata.turn_id
    const calls = turnId === undefined ? [] : await store.llmCalls(sessionId, turnId)
    const requests = calls.flatMap((call) => (call.message_id === messageId ? [call.request_id] : []))
    return await store.projections(sessionId, { requests, message_id: messageId })
  }

  /** Why a provider refused what this answer was asked with; null where it did not. */
  refusedAnswer(principal: Principal, sessionId: string, messageId: string): Promise<RefusedAnswer | null> {
    return refusedAnswer(this.#deps, principal, sessionId, messageId)
  }

  async #pathTo({ message, parent_id }: PlacedMessage): Promise<Message[]> {
    return parent_id === null ? [] : await this.#deps.store.path(message.session_id, parent_id)
  }

  async #keptOf(principal: Principal, { session_id, metadata: { turn_id } }: Message): Promise<Kept> {
    if (turn_id === undefined) return NOTHING
    const { store, callCosts } = this.#deps
    const [turn, costs, [total], events] = await Promise.all([
      store.turn(session_id, turn_id),
      callCosts.ofTurn(principal, session_id, turn_id),
      store.turnTotals(session_id, [turn_id]),
      store.events(session_id, { turn_id, types: ['route.decided', 'llm.call_started'] }),
    ])
    return { turn, costs: costs ?? [], total, events }
  }

  async #requestOf(principal: Principal, session: Session, message: Message, path: readonly Message[], kept: Kept) {
    const attempts = attemptsOf(message, kept.costs)
    const { turn } = kept
    if (!turn || attempts.length === 0) return { made: null, cache: null }
    const { outbound_scan } = await this.#deps.store.personSettings(principal)
    const known: KnownFiles = { files: new Map(), documents: new Map() }
    const asked = { principal, session, turn, path, outbound_scan }
    const made = await rebuilt(this.#deps, asked, known)
    return { made, cache: await cacheOf(this.#deps, { ...asked, made, attempts, known }) }
  }

  #wireOf(message: Message, { costs }: Kept, made: Rebuilt | null): ReceivedWire {
    const attempts = attemptsOf(message, costs)
    const last = attempts.at(-1)
    const sent = attempts.map(({ exchange }) => exchange?.request ?? null)
    return {
      request: made?.body ?? null,
      sameness: made ? samenessOf(made.sent, sent) : { is: 'unknown' },
      bytes: sent.at(-1)?.bytes ?? null,
      endpoint: made && { ...made.endpoint, key_variable: this.#deps.keyVariable(last?.provider ?? '') },
      response_headers: last?.exchange?.response_headers ?? null,
      answer: { content: message.content, kept: keptByAdapter(message) },
    }
  }
}

/** Those of the request that brought this very message. */
function attemptsOf({ id }: Message, costs: readonly ExplainedCost[]): LlmCall[] {
  return costs.flatMap(({ call }) => (call.message_id === id ? [call] : []))
}

/** As the provider counted it, where it did. */
function partsOf(
  message: Message,
  { costs, events }: Kept,
  records: readonly StoredProjection[],
  made: Rebuilt | null,
): Receipt['parts'] {
  const call = attemptsOf(message, costs).at(-1)
  if (!made || !call) return null
  const counted = call.usage ? sentTokens(call.usage) : 0
  const changed = records.flatMap(({ request_id, message_id, action }) =>
    request_id === call.request_id && action !== 'noticed' ? message_id : [],
  )
  return made.partsOf(counted || (startOf(call, events)?.estimated_input_tokens ?? 0), new Set(changed))
}

function receiptOf(
  message: Message,
  path: readonly Message[],
  kept: Kept,
  records: readonly StoredProjection[],
): Omit<Receipt, 'parts' | 'cache' | 'wire'> {
  const { id, created_at, metadata } = message
  const { turn, costs, total } = kept
  const last = attemptsOf(message, costs).at(-1)
  return {
    message_id: id,
    turn_id: metadata.turn_id ?? null,
    created_at,
    model_asked: turn?.model ?? last?.model_asked ?? metadata.routing?.chosen_model ?? null,
    model_served: last ? last.model_served : (metadata.model ?? metadata.imported_model ?? null),
    unknown: unknownOf(message, kept),
    route: routeOf(message, kept),
    projections: passagesOf(records, [...path, message]),
    settings: turn && settingsOf(turn, last, kept.events),
    cost: {
      cost_usd: total?.cost_usd ?? metadata.usage?.cost_usd ?? null,
      unpriced_calls: total?.unpriced_calls ?? 0,
      calls: costs,
    },
  }
}

function unknownOf({ metadata }: Message, { turn, costs }: Kept): Unknown | null {
  if (metadata.imported_from !== undefined) return 'imported'
  return turn === null && costs.length === 0 ? 'copied' : null
}

function routeOf({ metadata }: Message, { turn, events }: Kept): Receipt['route'] {
  const record = metadata.routing ?? turn?.routing
  if (!record) return null
  const decided = events.flatMap((event) => (event.type === 'route.decided' ? event.payload : []))
  const by = (model: string) => decided.findLast(({ chosen_model }) => chosen_model === model)
  const earlier = (record.instead_of ?? []).map((failed) => {
    const { mode = null, chain = null } = by(failed.model) ?? {}
    return { ...failed, mode, chain }
  })
  return { ...record, chain: by(record.chosen_model)?.chain ?? null, earlier }
}

function settingsOf(turn: TurnRecord, call: LlmCall | undefined, events: readonly PersistedEvent[]): GivenSettings {
  const started = startOf(call, events)
  return {
    system_prompt: turn.system_prompt,
    wished: turn.settings,
    sent: started?.settings ?? null,
    tools: started?.tools ?? null,
    estimated_input_tokens: started?.estimated_input_tokens ?? null,
  }
}

function startOf(call: LlmCall | undefined, events: readonly PersistedEvent[]) {
  return events
    .filter((event) => event.type === 'llm.call_started')
    .findLast(({ payload }) => payload.request_id === call?.request_id)?.payload
}
