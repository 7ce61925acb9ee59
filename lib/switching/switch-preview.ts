import { AdapterError } from '../canonical/error.ts'
import type { Message } from '../canonical/message.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { type NextCost, nextCostOf } from '../pricing/next-cost.ts'
import type { Principal } from '../principal.ts'
import { STAY, type SwapOption, type SwapRefusal } from '../routing/swap.ts'
import { modelOfChat } from '../session/model-of-chat.ts'
import { modelRequest, wireRequest } from '../turn/model-request.ts'
import { type NextRequest, nextInput, nextMessage, nextRequest } from '../turn/next-request.ts'
import { refusedSwap } from '../turn/picture-refusal.ts'
import type { TurnDeps } from '../turn/turn.ts'
import { windowWays } from '../turn/window-ways.ts'
import { type SwitchSummary, switchSummary } from './summary.ts'

export type SwitchPreviewsDeps = Pick<
  TurnDeps,
  'store' | 'standIns' | 'models' | 'attachments' | 'documents' | 'pictures' | 'tools' | 'log' | 'clock'
>

/** What a chat would be at another model, before anything is changed or sent. */
export interface SwitchPreview extends SwitchSummary {
  /** `provider:name`. */
  model: string
  /** Of all that it would read with the next question, about. */
  estimated_input_tokens: number
  max_context_tokens: number
  /** Whether that is so, as far as anybody can say: of a window that is our guess only the model's server knows. */
  fits: boolean
  /** The present model's host can still have some of it in its cache, and the other's cannot. */
  cache_lost: boolean
  /** What reading it costs at least, decimal; null where that has no price. */
  next_message_usd: { now: string | null; then: string | null }
  refusal: SwapRefusal | null
  /** What can be done where it does not fit. */
  ways: SwapOption[]
}

const NOTHING: SwitchSummary = { carried: [], converted: [], dropped: [], closed_calls: 0 }

/** Of whom a chat asks what: words in the place of a question that nobody has written yet. */
const ANY_QUESTION = '?'

/** What a chat would be at another model: by the request that a turn would send there, of which nothing is sent. */
export class SwitchPreviews {
  readonly #deps: SwitchPreviewsDeps

  constructor(deps: SwitchPreviewsDeps) {
    this.#deps = deps
  }

  /** `name`: an id or an alias. Null where this person has no such chat. Throws `UnknownModelError`. */
  async of(principal: Principal, sessionId: string, name: string): Promise<SwitchPreview | null> {
    const { store, models, clock } = this.#deps
    const session = await store.sessionOf(principal, sessionId)
    if (!session) return null
    const { id, adapter } = models.named(name)
    const [request, tool_calls, { outbound_scan }] = await Promise.all([
      nextRequest(this.#deps, session, principal),
      store.toolCalls(sessionId),
      store.personSettings(principal),
      // What the host says of a model decides what the request is, and a call asks for it as well.
      adapter?.inspect?.([id]),
    ])
    const target = models.named(id)
    const { system_prompt, tools } = request
    const { settings } = session
    const path = withQuestion(request.path)
    const said = { session_id: sessionId, path, tool_calls, tools, system_prompt, settings }
    const known = { files: new Map(request.files), documents: new Map(request.documents) }
    const summary = await this.#summaryOf(target, async () => {
      const asked = await modelRequest(this.#deps, target, said, known)
      const { projections } = await wireRequest(asked, target, outbound_scan, this.#deps)
      const changes = asked.setting_changes.map((change) => ({ ...change, message_id: '' }))
      const told = [...changes, ...asked.stood_in, ...projections]
      return switchSummary(path.slice(0, -1), told, new Set(asked.request.messages.map(({ id }) => id)))
    })
    const at = formatTimestamp(clock())
    const present = modelOfChat(session, models)
    const refused = await refusedSwap(this.#deps, session, path, target, present)
    const now = present && this.#costAt(present, request, at)
    const then = this.#costAt(target, request, at)
    const { max_context_tokens } = target.capabilities
    const fits = target.window_is_assumed || then.input_tokens <= max_context_tokens
    return {
      ...summary,
      model: id,
      estimated_input_tokens: then.input_tokens,
      max_context_tokens,
      fits,
      ways: fits || !target.adapter ? [] : windowWays(this.#deps.models, request, target, present, at),
      cache_lost: (now?.cached?.tokens ?? 0) > (then.cached?.tokens ?? 0),
      // biome-ignore lint/suspicious/noThenProperty: now and then, and nothing to wait for
      next_message_usd: { now: now?.floor.cost_usd ?? null, then: then.floor.cost_usd },
      refusal: refused?.refusal ?? summary.refusal,
    }
  }

  /** A request that its adapter refuses to make is one that the chat cannot go on with. */
  async #summaryOf(
    { adapter }: AvailableModel,
    summarise: () => Promise<SwitchSummary>,
  ): Promise<SwitchSummary & Pick<SwitchPreview, 'refusal'>> {
    if (!adapter) return { ...NOTHING, refusal: null }
    try {
      return { ...(await summarise()), refusal: null }
    } catch (cause) {
      if (!(cause instanceof AdapterError)) throw cause
      return { ...NOTHING, refusal: { reason: cause.message, options: [STAY] } }
    }
  }

  #costAt(model: AvailableModel, request: NextRequest, at: string): NextCost & { input_tokens: number } {
    const input = nextInput(request, model)
    return { input_tokens: input.input_tokens, ...nextCostOf(nextMessage(model, input, at), null, this.#deps.models) }
  }
}

/** With words in it: a request that ends with an answer is another one. */
function withQuestion(path: readonly Message[]): Message[] {
  return path.map((message, index) =>
    index === path.length - 1 ? { ...message, content: [{ type: 'text', text: ANY_QUESTION }] } : message,
  )
}
