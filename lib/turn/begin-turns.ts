import { newId } from '../canonical/id.ts'
import type { Session } from '../canonical/session.ts'
import type { Principal } from '../principal.ts'
import type { KeptAnswer, RequestKey } from '../store/store.ts'
import type { Lease } from '../store/turn-record.ts'
import { Journal, type JournalDeps } from './journal.ts'
import { type PreparedTurn, prepareTurn, type TurnInput } from './prepare-turn.ts'
import type { TurnDeps } from './turn.ts'

/** A turn that is stored, and that nobody runs yet. */
export interface BegunTurn extends Pick<PreparedTurn, 'turn' | 'path'> {
  /** Ends the patience of its journal. */
  giveUp: AbortController
}

/** What the request is answered with; kept under its key. */
export type StartedTurn = Record<'turn_id' | 'message_id' | 'model', string>

/**
 * Stores what turns begin with as one step: all of them run, or none does. The first is the end of
 * the active path, the others are versions beside its question.
 */
export async function beginTurns<A extends KeptAnswer['answer']>(
  deps: TurnDeps & JournalDeps,
  { principal, session, lease }: { principal: Principal; session: Session; lease: Lease },
  inputs: readonly TurnInput[],
  key: RequestKey | undefined,
  answerOf: (started: StartedTurn[]) => A,
): Promise<{ begun: BegunTurn[]; answer: A }> {
  const { id: session_id } = session
  const prepared: (PreparedTurn & { giveUp: AbortController; journal: Journal })[] = []
  const held: string[] = []
  // What a turn may cost is kept back before the first thing of it is stored.
  const orRelease = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      await deps.budgets.release(held)
      throw error
    }
  }
  for (const [lane, input] of inputs.entries()) {
    const before = prepared.at(-1)
    const turn_id = newId(before?.turn.turn_id)
    const giveUp = new AbortController()
    const journal = new Journal(deps, { session_id, turn_id, owner: lease.owner, lane }, giveUp.signal)
    const about = { turn_id, lane, journal, lease, principal, after: before?.first.question.message.id ?? null }
    held.push(turn_id)
    prepared.push({ ...(await orRelease(prepareTurn(deps, session, input, about))), giveUp, journal })
  }
  const [first, ...others] = prepared
  if (!first) throw new Error('there is nothing to begin')
  const { question, start, default_title } = first.first
  const answer = answerOf(prepared.map(startedOf))
  const write = {
    expect: { type: 'idle' },
    turn: start,
    beside: others.map((other) => other.first.start),
    messages: prepared.map((each) => each.first.question),
    patch: { state: 'running', head_id: question.message.id, default_title, settle_model: true },
    events: prepared.flatMap((each) => each.first.events),
    answered: key && { ...key, answer },
  } as const
  const shown = prepared.map((each) => each.first.question.message)
  await orRelease(first.journal.begin(write, shown))
  if (first.leavesPath) {
    const { turn_id } = first.turn
    deps.live.publish(session_id, { type: 'head_moved', turn_id, message_id: question.message.id, last_turn: null })
  }
  return { begun: prepared, answer }
}

function startedOf({ turn, first }: PreparedTurn): StartedTurn {
  return { turn_id: turn.turn_id, message_id: first.question.message.id, model: turn.model.id }
}
