import { copiedTotals } from '#lib/canonical/copied-total.ts'
import { type PublicMessage, publicMessage } from '#lib/canonical/public-message.ts'
import type { SiblingPlace } from '#lib/canonical/sibling-place.ts'
import { type TurnTotal, turnIdsOf } from '#lib/canonical/turn-total.ts'
import type { PlacedMessage, Store } from '#lib/store/store.ts'

interface MessagePage {
  messages: PublicMessage[]
  turn_totals: TurnTotal[]
  places: SiblingPlace[]
}

/** Messages as they leave, with what the turns took that they belong to, and where they stand among others. */
export async function messagePage(
  store: Store,
  sessionId: string,
  placed: readonly PlacedMessage[],
): Promise<MessagePage> {
  const messages = placed.map(publicMessage)
  const ids = messages.map(({ id }) => id)
  const [turn_totals, places] = await Promise.all([
    store.turnTotals(sessionId, turnIdsOf(messages)),
    store.siblingPlaces(sessionId, ids),
  ])
  return { messages, turn_totals: [...turn_totals, ...copiedTotals(messages, turn_totals)], places }
}
