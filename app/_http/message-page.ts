import { type PublicMessage, publicMessage } from '#lib/canonical/public-message.ts'
import { type TurnTotal, turnIdsOf } from '#lib/canonical/turn-total.ts'
import type { PlacedMessage, Store } from '#lib/store/store.ts'

/** Messages as they leave, with what the turns took that they belong to. */
export async function withTurnTotals(
  store: Store,
  sessionId: string,
  placed: readonly PlacedMessage[],
): Promise<{ messages: PublicMessage[]; turn_totals: TurnTotal[] }> {
  const messages = placed.map(publicMessage)
  return { messages, turn_totals: await store.turnTotals(sessionId, turnIdsOf(messages)) }
}
