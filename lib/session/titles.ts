import type { Budgets } from '../budgets/budgets.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Logger } from '../log.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import type { Store } from '../store/store.ts'
import { keepBeside } from '../turn/kept-beside.ts'
import { nameChat, onlyExchange } from '../turn/name-chat.ts'

export interface TitlesDeps {
  store: Store
  budgets: Pick<Budgets, 'hold'>
  live: LiveStream
  models: ModelDirectory
  policy: Policy
  log: Logger
  newEventId: () => string
  /** Microseconds. */
  clock: () => number
}

export interface EndedTurn {
  principal: Principal
  session_id: string
  turn_id: string
}

const EXPECTED: ReadonlySet<string> = new Set(['UnknownSessionError', 'BudgetSpentError'])

/** Has a model name a chat after its first answer, where the person wants that. */
export class Titles {
  readonly #deps: TitlesDeps
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()

  constructor(deps: TitlesDeps) {
    this.#deps = deps
  }

  /** A turn has ended. Whatever comes of a title, nobody waits for it. */
  readonly turnEnded = (turn: EndedTurn): void => {
    if (this.#abort.signal.aborted) return
    const release = this.#deps.models.hold()
    const running: Promise<void> = this.#title(turn)
      .catch((cause: unknown) => {
        // Deleted meanwhile: there is nothing to be named any more. Or it was not worth the last of a budget.
        if (cause instanceof Error && EXPECTED.has(cause.name)) return
        this.#deps.log.warn('a chat could not be given a title', { session_id: turn.session_id, cause })
      })
      .finally(() => {
        this.#running.delete(running)
        release()
      })
    this.#running.add(running)
  }

  /** For tests: when all that was begun is stored. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  async close(): Promise<void> {
    this.#abort.abort()
    await this.idle()
  }

  async #title({ principal, session_id, turn_id }: EndedTurn): Promise<void> {
    const { store, live, budgets, models, policy, clock } = this.#deps
    const { title_model, outbound_scan } = await store.personSettings(principal)
    if (title_model === 'off') return
    const session = await store.session(session_id)
    if (!session || session.temporary || session.title_origin?.by !== 'words') return
    const exchange = onlyExchange(await store.path(session_id), turn_id)
    const model = models.find(title_model === 'chat' ? (session.active_model ?? models.defaultModel) : title_model)
    if (!exchange || !model?.adapter) return
    const { title, attempt, cost, availability } = await nameChat(
      { principal, session_id, turn_id, model, ...exchange, outbound_scan, signal: this.#abort.signal },
      {
        budgets,
        models,
        policy,
        timestamp: () => formatTimestamp(clock()),
        store: async (attempts) => {
          await keepBeside(this.#deps, { principal, session_id, attempts })
        },
      },
    )
    const model_title = { title, model: model.id, cost_usd: cost.cost_usd }
    const kept = { principal, session_id, attempts: [attempt], availability, model_title }
    live.publish(session_id, { type: 'updated', session: await keepBeside(this.#deps, kept) })
  }
}
