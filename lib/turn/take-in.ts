import { newId } from '../canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '../canonical/message.ts'
import { attributionOf } from '../principal.ts'
import type { Store } from '../store/store.ts'
import type { SteeringMessage } from './steering.ts'
import type { Turn } from './turn.ts'

/** As it is stored behind a message of its turn. */
export function steeringMessage(
  { session_id, turn_id, principal, journal }: Pick<Turn, 'session_id' | 'turn_id' | 'principal' | 'journal'>,
  { content }: SteeringMessage,
  after: string | null,
): Message {
  return {
    id: newId(after),
    session_id,
    role: 'user',
    content,
    metadata: { status: 'complete', turn_id, ...attributionOf(principal) },
    created_at: journal.timestamp(),
    schema_version: SCHEMA_VERSION,
  }
}

/**
 * Stores what waits behind the results of tools, where the model reads it with them. Nowhere else: an answer that paused goes
 * on from its own words, and one that has not begun has its question.
 */
export async function takeIn(store: Store, turn: Turn, path: readonly Message[]): Promise<Message[]> {
  const last = path.at(-1)
  if (last?.role !== 'tool') return []
  const { journal, turn_id } = turn
  const taken: Message[] = []
  for (const said of turn.steering.take()) {
    const { scope, key } = said.key
    // It comes again from who has not learned yet that it was taken in.
    if (await journal.patiently(() => store.keptAnswer(scope, key))) continue
    const parent_id = taken.at(-1)?.id ?? last.id
    const message = steeringMessage(turn, said, parent_id)
    await journal.write(
      {
        messages: [{ message, parent_id }],
        patch: journal.headAt(message.id),
        answered: { ...said.key, answer: { turn_id, message_id: message.id } },
      },
      [message],
    )
    taken.push(message)
  }
  return taken
}
