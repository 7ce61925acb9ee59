import { BLOCKS, textOf } from '../canonical/block.ts'
import { contentHash } from '../canonical/hash.ts'
import { newId } from '../canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import { assertAllowed } from '../policy/policy.ts'
import { LOCAL_OWNER } from '../principal.ts'
import { type RequestKey, UnknownSessionError } from '../store/store.ts'
import { isUnmetExpectation } from '../store/turn-record.ts'
import { toolsOfTurn } from '../tools/turn-tools.ts'
import { assertPicturesFit } from './fit-pictures.ts'
import { Journal, type JournalDeps } from './journal.ts'
import { routeTurn } from './route.ts'
import { runTurn, type TurnDeps } from './turn.ts'
import { checkContent, type SaidBlock } from './turn-content.ts'
import { InvalidContentError, NoModelError, TurnInProgressError } from './turn-error.ts'
import { withoutOverrides } from './turn-request.ts'
import { UnendedTurns } from './unended-turns.ts'
import { type PatienceOptions, WritePatience } from './write-patience.ts'

export interface TurnInput {
  /** Text and pictures, of the shape of `TurnContent`. */
  content: SaidBlock[]
  /** For this turn only. */
  model?: string | undefined
  /** The message to answer instead of the end of the active path: makes a branch. `null` starts anew at the root. */
  parent_id?: string | null | undefined
}

interface Running {
  turn_id: string
  abort: AbortController
  /** Aborts when nothing more is waited for: a store that refuses is not tried again. */
  giveUp: AbortController
  done: Promise<void>
  /** Its end is stored, or is owed to the store before anything else of the session: the next turn may start. */
  isOver: boolean
}

/** A process that does not say for this long that it runs a turn is taken for dead. */
const LEASE_MS = 30_000

/**
 * Owns every running turn of this process: at most one for each session, detached from the request that started it, so
 * that a closed tab or a lost network changes nothing about it (design §6).
 */
export class TurnRunner {
  readonly #deps: TurnDeps & JournalDeps
  readonly #unended: UnendedTurns
  /** This process among those that share a database. */
  readonly #owner = newId()
  readonly #running = new Map<string, Running>()
  /** Sessions whose turn is being prepared: claimed before the first wait, so that two requests cannot both start one. */
  readonly #claimed = new Map<string, Promise<unknown>>()
  /** Sessions that no turn may start in. */
  readonly #held = new Set<string>()

  constructor({ patience, ...deps }: TurnDeps & { patience?: PatienceOptions }) {
    this.#deps = { ...deps, patience: new WritePatience(deps.log, patience) }
    this.#unended = new UnendedTurns(this.#deps)
  }

  /**
   * Stores the USER message and starts to answer it. Throws `UnknownSessionError`, `TurnInProgressError`,
   * `UnknownModelError`, `NoModelError`, `PolicyDeniedError` or what `checkContent` throws; nothing is stored then. `key` is stored with the
   * message, and what this returns as its answer.
   */
  async start(sessionId: string, input: TurnInput, key?: RequestKey): Promise<{ turn_id: string; message_id: string }> {
    // Whatever takes the place of its provider meanwhile, a turn ends with the one that it began with.
    const release = this.#deps.models.hold()
    try {
      const started = await this.betweenTurns(sessionId, (session) => this.#begin(session, input, key))
      void this.idle(sessionId).finally(release)
      return started
    } catch (error) {
      release()
      throw error
    }
  }

  /**
   * Does what may only be done while no turn runs in the session, and lets none start before it is done. Throws
   * `UnknownSessionError`, `TurnInProgressError` or what `work` throws.
   */
  async betweenTurns<T>(sessionId: string, work: (session: Session) => Promise<T>): Promise<T> {
    if (this.isBusy(sessionId)) throw new TurnInProgressError()
    const done = this.#idleSession(sessionId).then(work)
    this.#claimed.set(sessionId, done)
    try {
      return await done
    } catch (error) {
      throw isUnmetExpectation(error) ? new TurnInProgressError() : error
    } finally {
      this.#claimed.delete(sessionId)
    }
  }

  isBusy(sessionId: string): boolean {
    if (this.#held.has(sessionId) || this.#claimed.has(sessionId)) return true
    return this.#running.get(sessionId)?.isOver === false
  }

  /** The session as this process knows it: a turn whose end the store has not taken yet is over all the same. */
  asShown<S extends Pick<Session, 'id' | 'state'>>(session: S): S {
    return this.#unended.has(session.id) ? { ...session, state: 'idle' } : session
  }

  /** Asks the turn to stop; what it has is kept. False when it is not running (any more): cancelling twice is no error. */
  cancel(sessionId: string, turnId: string): boolean {
    const running = this.#running.get(sessionId)
    if (running?.turn_id !== turnId || running.isOver) return false
    this.#deps.live.publish(sessionId, { type: 'cancelling' })
    running.abort.abort()
    return true
  }

  /** Cancels whatever runs in the session, waits until that is stored, and lets nothing start before `work` is done. */
  async whileStopped<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    this.#held.add(sessionId)
    try {
      await this.stop(sessionId)
      return await work()
    } finally {
      this.#held.delete(sessionId)
    }
  }

  /** Cancels whatever runs in the session and waits until that is stored, or the store refuses it. */
  async stop(sessionId: string): Promise<void> {
    await this.#claimed.get(sessionId)?.catch(() => {})
    stopNow(this.#running.get(sessionId))
    await this.idle(sessionId)
  }

  /** Resolves when the session has no running turn: for shutdown, deletion and tests. */
  async idle(sessionId?: string): Promise<void> {
    const turns = sessionId === undefined ? [...this.#running.values()] : [this.#running.get(sessionId)]
    await Promise.all(turns.map((running) => running?.done))
  }

  /** Cancels everything and waits until it is stored, or the store refuses it. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#claimed.values())
    for (const running of this.#running.values()) stopNow(running)
    await this.idle()
    await this.#unended.close()
  }

  async #idleSession(sessionId: string): Promise<Session> {
    const found = await this.#deps.store.session(sessionId)
    // Nothing runs in it: a turn that could not be ended when the store was away.
    const isUnended = found?.state === 'running' || this.#unended.has(sessionId)
    const session = isUnended ? await this.#unended.settle(sessionId) : found
    if (!session) throw new UnknownSessionError(sessionId)
    return session
  }

  async #begin(stored: Session, input: TurnInput, key: RequestKey | undefined) {
    const { store, live, log, attachments } = this.#deps
    const sessionId = stored.id
    // A change of model that came in the last moment of the turn before.
    const active_model = stored.pending_model === undefined ? stored.active_model : stored.pending_model
    const session: Session = { ...stored, active_model, pending_model: undefined }
    const [head, lastId] = await Promise.all([store.head(sessionId), store.lastMessageId(sessionId)])
    const parent_id = input.parent_id === undefined ? head : input.parent_id
    const history = parent_id === null ? [] : await store.path(sessionId, parent_id)
    if (parent_id !== null && history.at(-1)?.id !== parent_id) {
      throw new InvalidContentError([{ path: 'parent_id', problem: `no message ${parent_id} in this session` }])
    }
    const storeContent = await checkContent(input.content, attachments)

    const turn_id = newId()
    const giveUp = new AbortController()
    const journal = new Journal(this.#deps, sessionId, turn_id, giveUp.signal)
    const started_at = journal.timestamp()
    const { models, policy } = this.#deps
    const principal = LOCAL_OWNER
    const tools = await toolsOfTurn(this.#deps.tools, { session, principal }, this.#deps)
    // A server that was away may be back, and nobody has looked.
    if (models.defaultModel === '') await models.refresh()
    const route = routeTurn(models, {
      session,
      history,
      content: input.content,
      model: input.model,
      tools: tools.definitions,
    })
    const asked: Message = {
      id: newId(lastId),
      session_id: sessionId,
      role: 'user',
      content: input.content,
      metadata: { status: 'complete', turn_id, ...(route.override && { override: route.override }) },
      created_at: started_at,
      schema_version: SCHEMA_VERSION,
    }
    if (isSilent(withoutOverrides([asked]))) {
      throw new InvalidContentError([{ path: 'content', problem: 'names a model and says nothing to it' }])
    }
    if (!route.ok) {
      live.publish(sessionId, { type: 'event', event: journal.event('route.decided', route.payload) })
      throw new NoModelError(route.decision.reason, route.decision.chain)
    }
    await assertPicturesFit(input.content, route.model, this.#deps)
    const asking = { at: 'message', principal, session_id: sessionId, turn_id, message: asked } as const
    const decision = assertAllowed(policy, asking)
    if (decision) await decision

    const message: Message = { ...asked, content: await storeContent() }
    const started = journal.event(
      'turn.started',
      { message_id: message.id, content_hash: contentHash(message) },
      { actor: 'user' },
    )
    const decided = journal.event('route.decided', route.payload)
    const { record: routing } = route.decision
    await journal.begin(
      {
        expect: { type: 'idle' },
        turn: {
          type: 'start',
          lease: { owner: this.#owner, ms: LEASE_MS },
          turn: {
            id: turn_id,
            session_id: sessionId,
            state: 'running',
            question_id: message.id,
            model: route.model.id,
            routing,
            system_prompt: session.system_prompt,
            started_by: principal.id,
            started_at,
            ended_at: null,
          },
        },
        messages: [{ message, parent_id }],
        patch: {
          state: 'running',
          head_id: message.id,
          default_title: titleOf(input.content),
          settle_model: true,
        },
        events: [started, decided],
        answered: key && { ...key, answer: { turn_id, message_id: message.id } },
      },
      [message],
    )
    if (parent_id !== head) {
      live.publish(sessionId, { type: 'head_moved', turn_id, message_id: message.id, last_turn: null })
    }
    const running: Running = { turn_id, abort: new AbortController(), giveUp, done: Promise.resolve(), isOver: false }
    this.#running.set(sessionId, running)
    running.done = runTurn(this.#deps, {
      principal,
      session_id: sessionId,
      turn_id,
      model: route.model,
      routing,
      system_prompt: session.system_prompt,
      tools,
      messages: [...history, message],
      journal,
      signal: running.abort.signal,
      onStored: () => {
        running.isOver = true
      },
    })
      .catch((cause: unknown) => {
        log.error('a turn could not be stored', { session_id: sessionId, turn_id, cause })
        if (running.isOver) return
        running.isOver = true
        return this.#unended.abandon(sessionId, turn_id, cause, journal.unstored)
      })
      .finally(() => {
        if (this.#running.get(sessionId) === running) this.#running.delete(sessionId)
      })
    return { turn_id, message_id: message.id }
  }
}

function stopNow(running: Running | undefined): void {
  running?.abort.abort()
  running?.giveUp.abort()
}

function isSilent(messages: readonly Message[]): boolean {
  return messages.every(({ content }) => content.every((block) => block.type === 'text' && block.text.trim() === ''))
}

const TITLE_LENGTH = 80

function titleOf(content: readonly SaidBlock[]): string | null {
  const text = textOf(content).replace(/\s+/g, ' ').trim()
  if (text === '') return content.map(({ type }) => BLOCKS[type].title).find((title) => title !== null) ?? null
  const characters = [...text]
  return characters.length <= TITLE_LENGTH
    ? text
    : `${characters
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}
