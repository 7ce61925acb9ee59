import type { WireEndpoint } from '../adapters/adapter.ts'
import { AdapterError } from '../canonical/error.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { Message } from '../canonical/message.ts'
import type { OutboundScan } from '../canonical/person-settings.ts'
import type { Session } from '../canonical/session.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { type NextCost, nextCostOf } from '../pricing/next-cost.ts'
import type { Principal } from '../principal.ts'
import { KEY_PLACE } from '../receipt/code/wire-call.ts'
import { STAY, type SwapOption, type SwapRefusal } from '../routing/swap.ts'
import { chosenFor } from '../session/model-of-chat.ts'
import type { ToolCall } from '../store/store.ts'
import { type Automatic, automaticOf } from '../turn/automatic.ts'
import { type ModelRequest, modelRequest, projectionsOf, wireCallOf } from '../turn/model-request.ts'
import { type NextRequest, nextInput, nextMessage, nextRequest } from '../turn/next-request.ts'
import { refusedSwap } from '../turn/picture-refusal.ts'
import { type RequestPart, requestParts } from '../turn/request-parts.ts'
import type { TurnDeps } from '../turn/turn.ts'
import { windowWays } from '../turn/window-ways.ts'
import { type SwitchSummary, switchSummary } from './summary.ts'

export type ElsewhereDeps = Pick<
  TurnDeps,
  | 'store'
  | 'standIns'
  | 'models'
  | 'attachments'
  | 'documents'
  | 'pictures'
  | 'tools'
  | 'rules'
  | 'budgets'
  | 'log'
  | 'clock'
>

/** What its adapter makes of a chat, or why it makes nothing of it. */
export interface Sendable {
  summary: SwitchSummary
  /** Ids of messages that do not go as they are stored. */
  changed: ReadonlySet<string>
  refusal: SwapRefusal | null
}

const NOTHING = {
  summary: { carried: [], converted: [], dropped: [], closed_calls: 0 } satisfies SwitchSummary,
  changed: new Set<string>(),
}

/** Of whom a chat asks what: words in the place of a question that nobody has written yet. */
const ANY_QUESTION = '?'

/** A chat as a turn that began now would send it, read once for whichever models it is looked at with. */
export class ChatElsewhere {
  readonly #deps: ElsewhereDeps
  readonly #session: Session
  readonly #request: NextRequest
  readonly #toolCalls: readonly ToolCall[]
  readonly #scan: OutboundScan | undefined
  /** ISO 8601. */
  readonly #at: string
  /** With words in the place of the question: a request that ends with an answer is another one. */
  readonly path: readonly Message[]
  /** What would answer it where nobody had chosen a model; null where somebody has, and it was not asked for. */
  readonly automatic: Automatic | null
  /** The model that it is at. */
  readonly present: AvailableModel | undefined

  private constructor(
    deps: ElsewhereDeps,
    session: Session,
    request: NextRequest,
    toolCalls: readonly ToolCall[],
    scan: OutboundScan | undefined,
    automatic: Automatic | null,
  ) {
    this.#deps = deps
    this.#session = session
    this.#request = request
    this.#toolCalls = toolCalls
    this.#scan = scan
    this.#at = formatTimestamp(deps.clock())
    this.path = withQuestion(request.path)
    this.automatic = automatic
    const chosen = chosenFor(session)
    this.present = chosen === null ? automatic?.model : deps.models.find(chosen)
  }

  /** `automatic`: what would answer a message of that text is asked for. Null where this person has no such chat. */
  static async read(
    deps: ElsewhereDeps,
    principal: Principal,
    sessionId: string,
    automatic?: { text: string },
  ): Promise<ChatElsewhere | null> {
    const { store } = deps
    const session = await store.sessionOf(principal, sessionId)
    if (!session) return null
    const [request, toolCalls, { outbound_scan }] = await Promise.all([
      nextRequest(deps, session, principal),
      store.toolCalls(sessionId),
      store.personSettings(principal),
    ])
    const isAsked = automatic !== undefined || chosenFor(session) === null
    const decided = isAsked ? await automaticOf(deps, principal, session, request, automatic?.text) : null
    return new ChatElsewhere(deps, session, request, toolCalls, outbound_scan, decided)
  }

  /** By the request that a turn would send there. One that its adapter refuses to make is what the chat cannot go on with. */
  async sentTo(target: AvailableModel): Promise<Sendable> {
    if (!target.adapter) return { ...NOTHING, refusal: null }
    const { path } = this
    try {
      const asked = await this.#requestTo(target)
      const projections = await projectionsOf(asked, target, this.#scan, this.#deps)
      const changes = asked.setting_changes.map((change) => ({ ...change, message_id: '' }))
      const told = [...changes, ...asked.stood_in, ...projections]
      const summary = switchSummary(path.slice(0, -1), told, new Set(asked.request.messages.map(({ id }) => id)))
      return { summary, changed: new Set(told.map(({ message_id }) => message_id)), refusal: null }
    } catch (cause) {
      if (!(cause instanceof AdapterError)) throw cause
      return { ...NOTHING, refusal: { reason: cause.message, options: [STAY] } }
    }
  }

  /** The request itself, with words in the place of the question; null where its adapter makes none. Without a key. */
  async wireTo(target: AvailableModel): Promise<{ request: JsonObject; endpoint: WireEndpoint } | null> {
    if (!target.adapter) return null
    try {
      const call = await wireCallOf(KEY_PLACE, await this.#requestTo(target), target, this.#scan, this.#deps)
      return call && { request: JSON.parse(call.text) as JsonObject, endpoint: call.endpoint }
    } catch (cause) {
      if (cause instanceof AdapterError) return null
      throw cause
    }
  }

  #requestTo(target: AvailableModel): Promise<ModelRequest> {
    const { id: session_id, settings } = this.#session
    const { system_prompt, tools, files, documents } = this.#request
    const said = { session_id, path: this.path, tool_calls: this.#toolCalls, tools, system_prompt, settings }
    return modelRequest(this.#deps, target, said, { files: new Map(files), documents: new Map(documents) })
  }

  /** For its pictures, with the ways on. */
  async refusalAt(target: AvailableModel): Promise<SwapRefusal | null> {
    const refused = await refusedSwap(this.#deps, this.#session, this.#request.messages, target, () => this.present)
    return refused?.refusal ?? null
  }

  /** What the next question costs there, and about how much is read with it. */
  costAt(model: AvailableModel): NextCost & { input_tokens: number } {
    const input = nextInput(this.#request, model)
    const cost = nextCostOf(nextMessage(model, input, this.#at), null, this.#deps.models)
    return { input_tokens: input.input_tokens, ...cost }
  }

  /** What is read there, in its order, as much of it together as `costAt` says. */
  partsAt(model: AvailableModel, input_tokens: number, changed: ReadonlySet<string>): RequestPart[] {
    return model.adapter ? requestParts(this.#request, model, input_tokens, changed) : []
  }

  /** What can be done where it does not fit. */
  waysAt(target: AvailableModel): SwapOption[] {
    return target.adapter ? windowWays(this.#deps.models, this.#request, target, this.present, this.#at) : []
  }
}

/** As far as anybody can say: of a window that is our guess only the model's server knows. */
export function fitsWindow({ window_is_assumed, capabilities }: AvailableModel, input_tokens: number): boolean {
  return window_is_assumed || input_tokens <= capabilities.max_context_tokens
}

function withQuestion(path: readonly Message[]): Message[] {
  return path.map((message, index) =>
    index === path.length - 1 ? { ...message, content: [{ type: 'text', text: ANY_QUESTION }] } : message,
  )
}
