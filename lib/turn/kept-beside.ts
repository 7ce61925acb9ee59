import type { Session } from '../canonical/session.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { AvailabilityChange } from '../models/availability.ts'
import type { Principal } from '../principal.ts'
import type { ModelTitle } from '../store/store.ts'
import { callsBeside } from './ask-once.ts'
import { availabilityEvent } from './availability-event.ts'
import type { Attempt } from './invoke.ts'
import type { TurnDeps } from './turn.ts'

/** What calls that are no part of a turn leave in their chat. */
export interface BesideTurn {
  principal: Principal
  session_id: string
  attempts: readonly Attempt[]
  /** What the last of them says of whether a model can be counted on. */
  availability?: readonly AvailabilityChange[]
  model_title?: ModelTitle
}

export type BesideDeps = Pick<TurnDeps, 'store' | 'live' | 'newEventId' | 'clock'>

/** Stores calls and what they say of a model in one write, and shows that to whoever has the chat open. The chat keeps its place in the list. */
export async function keepBeside(
  { store, live, newEventId, clock }: BesideDeps,
  { principal, session_id, attempts, availability = [], model_title }: BesideTurn,
): Promise<Session> {
  const events = availability.map((change): PersistedEvent => {
    const of = {
      id: newEventId(),
      timestamp: formatTimestamp(clock()),
      session_id,
      turn_id: null,
      parent_event_id: null,
    }
    return { ...of, ...availabilityEvent(change), actor: 'system', sensitivity: 'pseudonymous' }
  })
  const { session } = await store.commit({
    session_id,
    llm_calls: callsBeside(session_id, principal, attempts),
    events,
    patch: { keeps_time: true, ...(model_title && { model_title }) },
  })
  for (const event of events) live.publish(session_id, { type: 'event', event })
  return session
}
