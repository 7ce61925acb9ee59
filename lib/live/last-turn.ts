import type { Message } from '../canonical/message.ts'
import { END_OF_TURN, isEndOfTurn } from '../events/catalog.ts'
import { type LastTurn, lastTurnOf } from '../events/frame.ts'
import type { Store } from '../store/store.ts'

/** How the turn of a message ended, as it is stored; `null` where it has not, or where no turn is known. */
export async function storedEndOf(store: Store, { session_id, metadata }: Message): Promise<LastTurn | null> {
  const { turn_id } = metadata
  if (turn_id === undefined) return null
  const end = (await store.events(session_id, { turn_id, types: END_OF_TURN })).findLast(isEndOfTurn)
  return end ? lastTurnOf(end) : null
}
