import { z } from 'zod'
import { FRAMES } from '../events/frame.ts'
import type { Endpoint } from './endpoint.ts'

export const watchSession = {
  id: 'watchSession',
  tag: 'chat',
  summary: 'All that happens in a session, as server-sent events',
  description:
    'Each event has an `id`, the cursor, and `data`, a frame as JSON. With a cursor that the server still knows, what came after it follows; ' +
    'otherwise a `snapshot` comes first. Clients skip frames of a type that they do not know. A comment line keeps the connection open.',
  query: z.object({ since: z.string().optional() }),
  headers: z.object({ 'last-event-id': z.string().optional() }),
  answer: { status: 200, events: FRAMES },
  errors: ['not_found'],
} as const satisfies Endpoint
