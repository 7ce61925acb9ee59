import { newId } from '../canonical/id.ts'
import type { Session } from '../canonical/session.ts'
import { assertAllowed } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import { type KeptAnswer, type RequestKey, UnknownSessionError } from '../store/store.ts'
import { isUnmetExpectation, type Lease } from '../store/turn-record.ts'
import { advance } from './advance.ts'
import { beginTurns, type StartedTurn } from './begin-turns.ts'
import { CheckpointRounds } from './checkpoint-rounds.ts'
import type { JournalDeps } from './journal.ts'
import type { TurnInput } from './prepare-turn.ts'
import { Steering, type SteeringMessage } from './steering.ts'
import { steeringMessage } from './take-in.ts'
import { showEnd, type TakenOver, takeOver } from './take-over.ts'
import type { Turn, TurnDeps, UnrunTurn } from './turn.ts'
import { TurnInProgressError } from './turn-error.ts'
import { TurnLeases } from './turn-leases.ts'
import type { TurnState } from './turn-state.ts'
import { UnendedTurns } from './unended-turns.ts'
import { type PatienceOptions, WritePatience } from './write-patience.ts'

interface Running extends Pick<Turn, 'session_id' | 'turn_id' | 'principal' | 'journal' | 'steering'> {
  abort: AbortController
  /** Aborts when nothing more is waited for: a store that refuses is not tried again. */
  giveUp: AbortController
  done: Promise<void>
  /** Its end is stored, or is owed to the store before anything else of the session: the next turn may start. */
  isOver: boolean
}

export interface TurnRunnerOptions extends Omit<TurnDeps, 'checkpoints'> {
  /** The end of a turn is stored. */
  onEnded?: (turn: Pick<Turn, 'principal' | 'session_id' | 'turn_id'>) => void
  patience?: PatienceOptions
  leaseMs?: number
  checkpointMs?: number | undefined
}

/** A process that does not say for this long that it runs a turn is taken for dead. */
const LEASE_MS = 30_000

/** How often a process looks for turns of others that are dead. */
const SWEEP_MS = 15_000

/**
 * Owns every running turn of this process: in each session one, or several that began together, detached from the request
 * that started them, so that a closed tab or a lost network changes nothing about them (design §6).
 */
export class TurnRunner {
  readonly #deps: TurnDeps & JournalDeps
  readonly #onEnded: TurnRunnerOptions['onEnded']
  readonly #unended: UnendedTurns
  /** Names this process among those that share a database. */
  readonly #lease: Lease
  readonly #leases: TurnLeases
  /** By the id of the turn. */
  readonly #running = new Map<string, Running>()
  /** Sessions whose turn is being prepared: claimed before the first wait, so that two requests cannot both start one. */
  readonly #claimed = new Map<string, Promise<unknown>>()
  /** Sessions in which something is done between two turns that takes no longer than a write. */
  readonly #between = new Map<string, Promise<unknown>>()
  /** Sessions that no turn may start in. */
  readonly #held = new Set<string>()

  #sweeping: ReturnType<typeof setInterval> | undefined
  #swept: Promise<unknown> = Promise.resolve()

  constructor({ patience, leaseMs = LEASE_MS, checkpointMs, onEnded, ...deps }: TurnRunnerOptions) {
    this.#onEnded = onEnded
    const checkpoints = new CheckpointRounds(deps.store, checkpointMs)
    this.#deps = { ...deps, checkpoints, patience: new WritePatience(deps.log, patience) }
    this.#lease = { owner: newId(), ms: leaseMs }
    this.#unended = new UnendedTurns(this.#deps, this.#lease.owner)
    this.#leases = new TurnLeases({
      ...this.#deps,
      lease: this.#lease,
      own: () => this.#own(),
      onLost: (lost) => {
        for (const running of this.#running.values()) if (!running.isOver && lost.has(running.turn_id)) stopNow(running)
      },
    })
  }

  /**
   * Goes on with what was cut off, or ends it, before anything starts. Alone: the database is this process's own, so nobody
   * can run what is leased; else others run theirs, and those that stop doing so are taken over from then on, too. Returns
   * how many turns were ended.
   */
  async recover({ isAlone, sweepMs = SWEEP_MS }: { isAlone: boolean; sweepMs?: number }): Promise<number> {
    const { ended } = await this.#takeOver({ evenLeased: isAlone })
    // Older versions kept no turns. A turn whose lease has ended since that look is not meant: the next one takes it.
    const others = await this.#deps.store.recover()
    if (!isAlone) this.#sweeping ??= setInterval(() => this.#sweep(), sweepMs).unref()
    return ended.length + others.length
  }

  /** One after the other: the last one is waited for when all is closed. */
  #sweep(): void {
    this.#swept = this.#swept
      .then(() => this.#takeOver({ evenLeased: false }))
      .catch((cause: unknown) => {
        this.#deps.log.warn('turns of other processes cannot be looked at', { cause })
      })
  }

  /**
   * Stores the USER message and starts to answer it. Throws `UnknownSessionError`, `TurnInProgressError`,
   * `UnknownModelError`, `NoModelError`, `PolicyDeniedError` or what `checkContent` throws; nothing is stored then. `key` is
   * stored with the message, and what this returns as its answer.
   */
  async start(
    principal: Principal,
    sessionId: string,
    input: TurnInput,
    key?: RequestKey,
  ): Promise<{ turn_id: string; message_id: string }> {
    const answerOf = ([started]: StartedTurn[]) => ({
      turn_id: started?.turn_id ?? '',
      message_id: started?.message_id ?? '',
    })
    return this.#start(principal, sessionId, [input], key, answerOf)
  }

  /**
   * Has several models answer one question at the same time, each a version of it with a turn of its own. Either all of
   * these begin, or none does. Throws as `start`.
   */
  compare(
    principal: Principal,
    sessionId: string,
    { models, ...asked }: Omit<TurnInput, 'model'> & { models: readonly string[] },
    key?: RequestKey,
  ): Promise<{ turns: StartedTurn[] }> {
    // What stands beside another answer is that of the model which was asked, or none.
    const settings = { ...asked.settings, fallback: null }
    const inputs = models.map((model) => ({ ...asked, model, settings }))
    return this.#start(principal, sessionId, inputs, key, (turns) => ({ turns }))
  }

  async #start<A extends KeptAnswer['answer']>(
    principal: Principal,
    sessionId: string,
    inputs: readonly TurnInput[],
    key: RequestKey | undefined,
    answerOf: (started: StartedTurn[]) => A,
  ): Promise<A> {
    // Whatever takes the place of its provider meanwhile, a turn ends with the one that it began with.
    const release = this.#deps.models.hold()
    try {
      const answer = await this.#claim(principal, sessionId, this.#claimed, async (session) => {
        const about = { principal, session, lease: this.#lease }
        const { begun, answer } = await beginTurns(this.#deps, about, inputs, key, answerOf)
        for (const { turn, path, giveUp } of begun) this.#run(turn, { path, calls: [], isCalling: false }, giveUp)
        return answer
      })
      void this.idle(sessionId).finally(release)
      return answer
    } catch (error) {
      release()
      throw error
    }
  }

  /**
   * Does what may only be done while no turn runs in the session; a turn that is asked for meanwhile waits for it. Throws
   * `UnknownSessionError`, `TurnInProgressError` or what `work` throws.
   */
  betweenTurns<T>(principal: Principal, sessionId: string, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#claim(principal, sessionId, this.#between, work)
  }

  async #claim<T>(
    principal: Principal,
    sessionId: string,
    claims: Map<string, Promise<unknown>>,
    work: (session: Session) => Promise<T>,
  ) {
    for (let other = this.#between.get(sessionId); other; other = this.#between.get(sessionId)) {
      await other.catch(() => {})
    }
    if (this.isBusy(sessionId)) {
      const isOwn = await this.#deps.store.sessionOf(principal, sessionId)
      throw isOwn ? new TurnInProgressError() : new UnknownSessionError(sessionId)
    }
    const done = this.#settled(principal, sessionId).then(work)
    claims.set(sessionId, done)
    try {
      return await done
    } catch (error) {
      throw isUnmetExpectation(error) ? new TurnInProgressError() : error
    } finally {
      claims.delete(sessionId)
    }
  }

  isBusy(sessionId: string): boolean {
    if (this.#held.has(sessionId) || this.#claimed.has(sessionId)) return true
    return this.#runningIn(sessionId).some(({ isOver }) => !isOver)
  }

  /** The session as this process knows it: a turn whose end the store has not taken yet is over all the same. */
  asShown<S extends Pick<Session, 'id' | 'state'>>(session: S): S {
    return this.#unended.has(session.id) ? { ...session, state: 'idle' } : session
  }

  /** Asks the turn to stop; what it has is kept. False when it is not running (any more): cancelling twice is no error. */
  cancel(principal: Principal, sessionId: string, turnId: string): boolean {
    const running = this.#running.get(turnId)
    if (running?.session_id !== sessionId || running.principal.id !== principal.id || running.isOver) return false
    this.#deps.live.publish(sessionId, { type: 'cancelling', turn_id: turnId })
    running.abort.abort()
    return true
  }

  /**
   * Has these, and nothing that was said to it before, wait for the next step of a turn, where its model reads them.
   * False where no step will take them in: it is over, runs elsewhere or beside others. Throws a `PolicyDeniedError`.
   */
  async steer(
    principal: Principal,
    sessionId: string,
    turnId: string,
    messages: readonly SteeringMessage[],
  ): Promise<boolean> {
    const takes = () => {
      const [running, ...others] = this.#runningIn(sessionId).filter(({ isOver }) => !isOver)
      const isMeant = running?.turn_id === turnId && running.principal.id === principal.id && others.length === 0
      return isMeant && !running.abort.signal.aborted ? running : null
    }
    const running = takes()
    if (!running) return false
    for (const said of messages) {
      const message = steeringMessage(running, said, null)
      const about = { at: 'message', principal, session_id: sessionId, turn_id: turnId, message } as const
      const asked = assertAllowed(this.#deps.policy, about)
      if (asked) await asked
    }
    takes()?.steering.wait(messages)
    return takes() === running
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
    await this.#between.get(sessionId)?.catch(() => {})
    for (const running of this.#runningIn(sessionId)) stopNow(running)
    await this.idle(sessionId)
  }

  /** Cancels whatever this person runs and waits until that is stored, or the store refuses it. */
  async stopOf(personId: string): Promise<void> {
    const theirs = [...this.#running.values()].filter(({ principal }) => principal.id === personId)
    await Promise.all(theirs.map(({ session_id }) => this.stop(session_id)))
  }

  /** Resolves when the session has no running turn: for shutdown, deletion and tests. */
  async idle(sessionId?: string): Promise<void> {
    const turns = sessionId === undefined ? [...this.#running.values()] : this.#runningIn(sessionId)
    await Promise.all(turns.map(({ done }) => done))
  }

  #runningIn(sessionId: string): Running[] {
    return [...this.#running.values()].filter(({ session_id }) => session_id === sessionId)
  }

  /** Cancels everything and waits until it is stored, or the store refuses it. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    await this.#swept
    await Promise.allSettled([...this.#claimed.values(), ...this.#between.values()])
    for (const running of this.#running.values()) stopNow(running)
    await this.idle()
    await this.#unended.close()
    this.#leases.close()
  }

  /** The session as it is once nothing of a turn before is left to be done. */
  async #settled(principal: Principal, sessionId: string): Promise<Session> {
    const { store } = this.#deps
    const found = await store.sessionOf(principal, sessionId)
    if (!found) throw new UnknownSessionError(sessionId)
    const isUnended = this.#unended.has(sessionId)
    if (found.state !== 'running' && !isUnended) return found
    // Nothing runs in it here: a turn that could not be ended when the store was away, or one of another process.
    if (isUnended) await this.#unended.settle(sessionId)
    else await this.#takeOver({ evenLeased: false, session_id: sessionId })
    const session = await store.session(sessionId)
    if (!session) throw new UnknownSessionError(sessionId)
    if (session.state === 'running') throw new TurnInProgressError()
    return session
  }

  async #takeOver(which: { evenLeased: boolean; session_id?: string }): Promise<TakenOver> {
    const release = this.#deps.models.hold()
    const giveUps = new Map<string, AbortController>()
    try {
      const unrun = { ...which, except: this.#own() }
      const taken = await takeOver(this.#deps, this.#lease, unrun, ({ id }) => {
        const giveUp = new AbortController()
        giveUps.set(id, giveUp)
        return giveUp.signal
      })
      for (const { turn, state } of taken.resumed) {
        const done = this.#deps.models.hold()
        this.#run(turn, state, giveUps.get(turn.turn_id) ?? new AbortController())
        void this.idle(turn.session_id).finally(done)
      }
      for (const ended of taken.ended) {
        await showEnd(this.#deps, ended.session_id, ended.turn_id ?? undefined, ended)
      }
      return taken
    } finally {
      release()
    }
  }

  #run(turn: UnrunTurn, state: TurnState, giveUp: AbortController): void {
    const { session_id, turn_id, principal, journal } = turn
    const abort = new AbortController()
    const steering = new Steering()
    const running: Running = {
      ...{ session_id, turn_id, principal, journal, steering, abort, giveUp },
      done: Promise.resolve(),
      isOver: false,
    }
    this.#running.set(turn_id, running)
    this.#leases.keep()
    const onStored = () => {
      running.isOver = true
    }
    running.done = advance(this.#deps, { ...turn, steering, signal: abort.signal, onStored }, state)
      .then(() => this.#onEnded?.({ principal, session_id, turn_id }))
      .catch((cause: unknown) => this.#failed(turn, running, cause))
      .finally(() => this.#running.delete(turn_id))
  }

  async #failed({ session_id, turn_id, journal }: UnrunTurn, running: Running, cause: unknown) {
    const { log } = this.#deps
    if (isUnmetExpectation(cause)) {
      // Another process has it, for this one said nothing for too long, or its end is stored already.
      log.warn('a turn is run by another process, or over', { session_id, turn_id })
      running.isOver = true
      // Who watches learns of it by the next answer of the store, or by coming back.
      await showEnd(this.#deps, session_id, turn_id, undefined).catch((cause: unknown) =>
        log.warn('the end of a turn cannot be looked up', { session_id, turn_id, cause }),
      )
      return
    }
    log.error('a turn could not be stored', { session_id, turn_id, cause })
    if (running.isOver) return
    running.isOver = true
    await this.#stopBeside(running)
    await this.#unended.abandon(session_id, turn_id, cause, journal)
  }

  /** What ends one turn by recovery ends all of its session: those beside it are stopped before that, with what they have. */
  async #stopBeside({ session_id }: Running): Promise<void> {
    const others = this.#runningIn(session_id).filter(({ isOver }) => !isOver)
    for (const other of others) stopNow(other)
    await Promise.all(others.map(({ done }) => done))
  }

  /** The turns that this process answers for: running, or with an end that the store has not taken. */
  #own(): string[] {
    return [...[...this.#running.values()].map(({ turn_id }) => turn_id), ...this.#unended.turnIds]
  }
}

function stopNow({ abort, giveUp }: Running): void {
  abort.abort()
  giveUp.abort()
}
