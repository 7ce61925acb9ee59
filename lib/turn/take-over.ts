import { turnIdsOf } from '../canonical/turn-total.ts'
import { END_OF_TURN, isEndOfTurn } from '../events/catalog.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Principal } from '../principal.ts'
import type { PlacedMessage, RecoveredTurn, Store } from '../store/store.ts'
import type { ClaimedTurn, Lease, UnrunTurns } from '../store/turn-record.ts'
import { Journal, type JournalDeps } from './journal.ts'
import { nextStep } from './next-step.ts'
import type { TurnDeps, UnrunTurn } from './turn.ts'
import { toolsFor } from './turn-settings.ts'
import { readTurn, type TurnState } from './turn-state.ts'

/** A turn that another process began, as far as it came. */
export interface Resumed {
  turn: UnrunTurn
  state: TurnState
}

export interface TakenOver {
  resumed: Resumed[]
  ended: RecoveredTurn[]
}

type Deps = TurnDeps & JournalDeps

/**
 * Takes the turns that nobody runs: those that can be gone on with are given back, and the others are ended as they are.
 * `giveUp` makes what a journal needs to lose its patience.
 */
export async function takeOver(
  deps: Deps,
  lease: Lease,
  which: UnrunTurns,
  giveUpOf: (turn: ClaimedTurn) => AbortSignal,
): Promise<TakenOver> {
  const claim = await deps.store.claimTurns(lease, which)
  const found: Resumed[] = []
  const lost = new Set(claim.unreadable)
  for (const turn of claim.turns) {
    const resumed = await resume(deps, lease, turn, giveUpOf)
    if (resumed) found.push(resumed)
    else lost.add(turn.session_id)
  }
  // 2026-11-23: of turns that began together all are ended where one is. Recovery ends what is open in a session, and of two
  // answers to one question that were cut off at once, one that goes on by itself would be the rare case.
  const resumed = found.filter(({ turn }) => !lost.has(turn.session_id))
  const ended = lost.size > 0 ? await deps.store.recover({ session_ids: [...lost], owner: lease.owner }) : []
  return { resumed, ended }
}

/**
 * Null for a turn that has to be ended: by the rule of `nextStep`, or because its model, its session or who began it is not
 * there any more.
 */
async function resume(
  deps: Deps,
  { owner }: Lease,
  claimed: ClaimedTurn,
  giveUpOf: (turn: ClaimedTurn) => AbortSignal,
): Promise<Resumed | null> {
  const { id: turn_id, session_id, lane, routing, system_prompt, settings, started_by } = claimed
  const { store, models, live, log } = deps
  const state = await readTurn(store, claimed)
  if (nextStep(state, turn_id).type === 'give_up') return null
  const model = models.find(claimed.model)
  const session = await store.session(session_id)
  if (!model || !session) return null
  const teams = await deps.teamsOf(started_by)
  if (teams === null) return null
  // Its answer is all that is still asked for in their name: that takes no more than a member.
  const principal: Principal = { id: started_by, role: 'member', teams }
  const [started] = await store.events(session_id, { turn_id, types: ['turn.started'] })
  const journal = new Journal(deps, { session_id, turn_id, owner, lane }, giveUpOf(claimed), started?.id ?? null)
  const tools = await toolsFor(settings, { session, principal }, deps)
  if (started?.type === 'turn.started') live.publish(session_id, { type: 'resumed', event: started })
  log.info('a turn is gone on with', { session_id, turn_id })
  return { turn: { principal, session_id, turn_id, model, routing, system_prompt, settings, tools, journal }, state }
}

/** Shows how a turn ended that this process did not see end, or that it ended without its journal. */
export async function showEnd(
  { store, live }: { store: Store; live: LiveStream },
  sessionId: string,
  turnId: string | undefined,
  recovered: RecoveredTurn | undefined,
): Promise<void> {
  const ends = turnId === undefined ? [] : await store.events(sessionId, { turn_id: turnId, types: END_OF_TURN })
  const end = ends.findLast(isEndOfTurn)
  const message_id = recovered?.message_id ?? (end && 'message_id' in end.payload ? end.payload.message_id : null)
  const placed = message_id === null ? null : await store.message(sessionId, message_id)
  if (placed) {
    const [turn_total] = await store.turnTotals(sessionId, turnIdsOf([placed.message]))
    const beside = await isBeside(store, placed)
    live.publish(sessionId, { type: 'appended', ...placed, turn_total, beside })
  }
  if (end) live.publish(sessionId, { type: 'event', event: end })
  const session = await store.session(sessionId)
  if (session) live.publish(sessionId, { type: 'updated', session })
}

/** The head of a session may be elsewhere: then it stays there. */
async function isBeside(store: Store, { message }: PlacedMessage): Promise<boolean> {
  const { turn_id } = message.metadata
  if (turn_id === undefined) return false
  const [started] = await store.events(message.session_id, { turn_id, types: ['turn.started'] })
  return started?.type === 'turn.started' && (started.payload.lane ?? 0) > 0
}
