import type { TransientPayload } from '#lib/events/frame.ts'
import { removeMessages, restoreMessages } from './message-tree.ts'
import { outcomeOf, type SessionState, withPlaces, withResults, withTotals } from './session-state.ts'

type Deleted = TransientPayload<'messages.deleted'>
type Restored = TransientPayload<'messages.restored'>

export function withoutMessages(state: SessionState, deleted: Deleted): SessionState {
  const { message_ids } = deleted
  const gone = new Set(message_ids)
  const { editing, beside } = state
  return {
    ...changed({ ...state, tree: removeMessages(state.tree, message_ids, deleted) }, deleted, message_ids),
    editing: editing && gone.has(editing.message_id) ? null : editing,
    beside: new Map([...beside].filter(([, { question_id }]) => !gone.has(question_id))),
    gone: state.gone.union(gone),
  }
}

export function withRestored(state: SessionState, restored: Restored): SessionState {
  const { message_ids, messages, turn_totals, moved } = restored
  const followers = moved.map(({ message_id }) => message_id)
  return {
    ...changed({ ...state, tree: restoreMessages(state.tree, messages, restored) }, restored, followers),
    results: withResults(state.results, messages),
    totals: withTotals(state.totals, turn_totals),
    gone: state.gone.difference(new Set(message_ids)),
  }
}

/** `ids`: messages that stand in no place that is known from before. */
function changed(state: SessionState, change: Deleted | Restored, ids: readonly string[]): SessionState {
  const { parent_id, head_id, last_turn } = change
  const beside = [...state.tree.known.values()].flatMap((message) =>
    message.parent_id === parent_id ? message.id : [],
  )
  const stale = new Set([...ids, ...beside])
  const places = new Map([...state.places].filter(([id]) => !stale.has(id)))
  return {
    ...state,
    places: withPlaces(places, change.places),
    outcome: head_id === null ? null : last_turn && outcomeOf(last_turn),
    deletions: state.deletions + 1,
  }
}
