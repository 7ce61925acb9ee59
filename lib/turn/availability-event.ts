import type { EventPayload } from '../events/catalog.ts'
import type { AvailabilityChange } from '../models/availability.ts'

type Told<T extends 'routing.provider_unavailable' | 'routing.provider_recovered'> = {
  type: T
  payload: EventPayload<T>
}

/** What a call says of whether a model can be counted on, as an event of the chat that it was made in. */
export function availabilityEvent({
  type,
  provider,
  model,
  reason,
}: AvailabilityChange): Told<'routing.provider_unavailable'> | Told<'routing.provider_recovered'> {
  return type === 'unavailable'
    ? { type: 'routing.provider_unavailable', payload: { provider, model, reason } }
    : { type: 'routing.provider_recovered', payload: { provider, model } }
}
