import { z } from 'zod'
import { FRAMES } from '../events/frame.ts'
import type { Endpoint } from './endpoint.ts'

/** Longer, and a reader would see that words wait. */
const GATHER_FAULT = 'milliseconds, a whole number from 0 to 100'

export const watchSession = {
  id: 'watchSession',
  tag: 'chat',
  needs: 'member',
  summary: 'All that happens in a session, as server-sent events',
  description:
    'Each event has an `id`, the cursor, and `data`, a frame as JSON. With a cursor that the server still knows, what came after it follows; ' +
    'otherwise a `snapshot` comes first. Clients skip frames of a type that they do not know. A comment line keeps the connection open. ' +
    'With `gather`, words of an answer wait so many milliseconds for those that follow, and come as one frame; of a long answer up to four times as long.',
  query: z.object({
    since: z.string().optional(),
    gather: z.coerce.number(GATHER_FAULT).int(GATHER_FAULT).min(0, GATHER_FAULT).max(100, GATHER_FAULT).optional(),
  }),
  headers: z.object({ 'last-event-id': z.string().optional() }),
  answer: { status: 200, events: FRAMES },
  errors: ['not_found'],
} as const satisfies Endpoint
