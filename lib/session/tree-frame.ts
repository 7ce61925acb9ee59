import { copiedTotals } from '../canonical/copied-total.ts'
import { publicMessage } from '../canonical/public-message.ts'
import { turnIdsOf } from '../canonical/turn-total.ts'
import type { TransientPayload } from '../events/frame.ts'
import { storedEndOf } from '../live/last-turn.ts'
import type { TreeChange } from '../store/deletion.ts'
import type { Store } from '../store/store.ts'

/** As many as a page has when it opens a chat: what is before them it asks for where somebody looks. */
const MOST_GIVEN = 100

export async function deletedFrame(
  store: Store,
  sessionId: string,
  { beside, ...change }: TreeChange,
): Promise<TransientPayload<'messages.deleted'>> {
  const [places, last_turn] = await Promise.all([
    store.siblingPlaces(sessionId, beside),
    lastTurn(store, sessionId, change),
  ])
  return { ...change, places, last_turn }
}

export async function restoredFrame(
  store: Store,
  sessionId: string,
  { beside, ...change }: TreeChange,
): Promise<TransientPayload<'messages.restored'>> {
  const given = change.message_ids.slice(-MOST_GIVEN)
  const moved = change.moved.map(({ message_id }) => message_id)
  const [found, places, last_turn] = await Promise.all([
    store.messages(sessionId, given),
    store.siblingPlaces(sessionId, [...new Set([...beside, ...given, ...moved])]),
    lastTurn(store, sessionId, change),
  ])
  const messages = found.map(publicMessage).sort((one, other) => (one.id < other.id ? -1 : 1))
  const totals = await store.turnTotals(sessionId, turnIdsOf(messages))
  return { ...change, messages, turn_totals: [...totals, ...copiedTotals(messages, totals)], places, last_turn }
}

async function lastTurn(store: Store, sessionId: string, { head_id }: Pick<TreeChange, 'head_id'>) {
  const head = head_id === null ? null : await store.message(sessionId, head_id)
  return head && storedEndOf(store, head.message)
}
