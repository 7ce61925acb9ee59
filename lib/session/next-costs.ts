import { conversationFacts } from '../canonical/conversation-facts.ts'
import type { Session } from '../canonical/session.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { type AnsweredTurn, LEAST_TURNS, type NextCost, nextCostOf, type TurnSample } from '../pricing/next-cost.ts'
import type { Principal } from '../principal.ts'
import { needsOf, type TurnNeeds } from '../routing/need.ts'
import { candidateOf, type Rejection, rejectionsOf } from '../routing/validate.ts'
import type { UsageStore } from '../store/usage-store.ts'
import { type NextInput, type NextRequest, nextInput, nextMessage, nextRequest } from '../turn/next-request.ts'
import type { TurnDeps } from '../turn/turn.ts'
import { DAY } from '../usage/time-zone.ts'
import { modelOfChat } from './model-of-chat.ts'
import { type Choice, type Chosen, otherModels } from './other-models.ts'

export type NextCostsDeps = Pick<
  TurnDeps,
  'store' | 'standIns' | 'models' | 'attachments' | 'documents' | 'tools' | 'rules' | 'budgets' | 'log' | 'clock'
> & {
  usage: Pick<UsageStore, 'sums' | 'answeredTurns'>
}

export interface NextCostOfModel extends NextCost, Choice {
  /** All that it would read, about. */
  input_tokens: number
}

export interface ChatNextCosts {
  /** ISO 8601: when the message would be sent. */
  at: string
  models: NextCostOfModel[]
  /** Those of the models asked for, or that of the chat, which the chat cannot go on with. */
  left_out: (Rejection & { id: string })[]
}

/** Beside the chat's own. */
const OTHERS = 3

/** More turns say little more of what is usual. */
const MOST_TURNS = 50

const DAYS = 30

/** A message that would be sent now. */
interface Moment {
  at: string
  principal: Principal
  request: NextRequest
  needs: TurnNeeds
  turns: readonly AnsweredTurn[]
}

/** What the next message of a chat costs, at its model and at others. */
export class NextCosts {
  readonly #deps: NextCostsDeps

  constructor(deps: NextCostsDeps) {
    this.#deps = deps
  }

  /**
   * `asked`: at these models, by id or alias, instead of that of the chat and three others. Null where this person has no such
   * chat. Throws `UnknownModelError`.
   */
  async of(principal: Principal, sessionId: string, asked?: readonly string[]): Promise<ChatNextCosts | null> {
    const { store, models, clock, usage } = this.#deps
    const session = await store.sessionOf(principal, sessionId)
    if (!session) return null
    const named = asked?.map((name) => ({ model: models.named(name), chosen: 'asked' as const }))
    const [request, turns] = await Promise.all([
      nextRequest(this.#deps, session, principal),
      usage.answeredTurns({ session: sessionId }, MOST_TURNS),
    ])
    const said = named ?? (await this.#ofChat(principal, session, request))
    const needs = needsOf({
      conversation: conversationFacts(request.messages),
      system_prompt: request.system_prompt,
      estimated_input_tokens: 0,
      // What goes in their place to a model that takes none is decided.
      images_required: session.settings.pictures === undefined ? undefined : false,
    })
    const moment = { at: formatTimestamp(clock()), principal, request, needs, turns }
    const costs: ChatNextCosts = { at: moment.at, models: [], left_out: [] }
    for (const { model, chosen } of said) {
      const input = nextInput(request, model)
      const rejection = rejectionOf(model, needs, input)
      if (rejection) costs.left_out.push({ ...rejection, id: model.id })
      else costs.models.push(await this.#costAt(model, chosen, input, moment))
    }
    if (asked === undefined) costs.models.push(...(await this.#others(said[0]?.model, moment)))
    return costs
  }

  async #ofChat(principal: Principal, session: Session, request: NextRequest) {
    const model = await modelOfChat(this.#deps, principal, session, request)
    return model ? [{ model, chosen: 'chat' as const }] : []
  }

  async #others(own: AvailableModel | undefined, moment: Moment): Promise<NextCostOfModel[]> {
    if (!own) return []
    const { models } = this.#deps
    const { at, principal, request, needs } = moment
    const size = nextInput(request, own)
    const choices = otherModels(models, {
      own: own.id,
      used: await this.#usedMost(principal, at),
      input_tokens: size.input_tokens,
      at,
      fits: (id) => fits(models.find(id), needs, size),
    })
    const costs: NextCostOfModel[] = []
    for (const { id, chosen } of choices) {
      if (costs.length === OTHERS) break
      const model = models.find(id)
      const input = model && nextInput(request, model)
      if (model && input && fits(model, needs, input)) costs.push(await this.#costAt(model, chosen, input, moment))
    }
    return costs
  }

  async #costAt(model: AvailableModel, chosen: Chosen, input: NextInput, moment: Moment): Promise<NextCostOfModel> {
    const { id } = model
    const sample = await this.#sampleOf(id, moment)
    const { input_tokens } = input
    return { id, chosen, input_tokens, ...nextCostOf(nextMessage(model, input, moment.at), sample, this.#deps.models) }
  }

  /** The turns of this chat say most of its next one. Where they are few, what the person asked this model anywhere. */
  async #sampleOf(model: string, { turns, principal, at }: Moment): Promise<TurnSample | null> {
    if (turns.length >= LEAST_TURNS) return { of: 'chat', turns }
    const since = parseTimestamp(at) - DAYS * DAY
    const own = await this.#deps.usage.answeredTurns({ user: principal.id, model, since }, MOST_TURNS)
    return own.length >= LEAST_TURNS ? { of: 'person', turns: own } : null
  }

  /** As hosts call them. */
  async #usedMost(principal: Principal, at: string): Promise<string[]> {
    const to = parseTimestamp(at)
    const range = { from: to - DAYS * DAY, to }
    const rows = await this.#deps.usage.sums({
      ...range,
      filter: { user: principal.id },
      group: 'model',
      costs: 'stamped',
    })
    return rows.toSorted((a, b) => b.calls - a.calls).flatMap(({ key }) => key ?? [])
  }
}

function rejectionOf(model: AvailableModel, needs: TurnNeeds, { input_tokens }: NextInput): Rejection | undefined {
  return rejectionsOf(candidateOf(model, null), { ...needs, estimated_input_tokens: input_tokens })[0]
}

function fits(model: AvailableModel | undefined, needs: TurnNeeds, input: NextInput): boolean {
  return model !== undefined && rejectionOf(model, needs, input) === undefined
}
