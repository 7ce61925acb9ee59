import type { LastTurn, Snapshot } from '#lib/events/frame.ts'
import type { SessionState, TurnOutcome } from './session-state.ts'

/** As many as the server sends when a chat is opened. */
const MESSAGES = 100

const PARTS = ['session', 'deleted', 'tree', 'outcome', 'totals', 'places'] as const

/** What a snapshot is made of. */
export type SnapshotParts = Pick<SessionState, (typeof PARTS)[number]>

/** Whether a snapshot of now would say nothing else than one of then. */
export function saysTheSame(now: SnapshotParts, then: SnapshotParts | null): boolean {
  return then !== null && PARTS.every((part) => now[part] === then[part])
}

/** What the page knows of a chat, as a server would tell it that runs no turn; `null` where there is nothing to keep. */
export function snapshotOf({ session, deleted, tree, outcome, totals, places }: SnapshotParts): Snapshot | null {
  // Of a temporary chat nothing is left behind.
  if (!session || session.temporary || deleted) return null
  const messages = tree.path.slice(-MESSAGES)
  if (messages.length === 0) return null
  const ids = new Set(messages.map(({ id }) => id))
  const turns = new Set(messages.map(({ metadata }) => metadata.turn_id))
  const turn_id = messages.at(-1)?.metadata.turn_id
  return {
    session,
    messages,
    turn_totals: [...totals.values()].filter((total) => turns.has(total.turn_id)),
    places: [...places.values()].filter(({ message_id }) => ids.has(message_id)),
    partial: null,
    turn: null,
    beside: [],
    last_turn: outcome && turn_id !== undefined ? lastTurnOf(turn_id, outcome) : null,
    storage: null,
    confirmations: [],
    cost_usd: session.cost_usd,
    unpriced_calls: session.unpriced_calls,
  }
}

function lastTurnOf(turn_id: string, ending: TurnOutcome): LastTurn {
  if (ending.state !== 'failed') return { turn_id, outcome: ending.state }
  const { state: _state, ...failure } = ending
  return { turn_id, outcome: 'failed', ...failure }
}
