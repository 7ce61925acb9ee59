import { z } from 'zod'
import { PublicMessage } from '../canonical/public-message.ts'
import type { Endpoint } from './endpoint.ts'
import { limit } from './request.ts'

export const listMessages = {
  id: 'listMessages',
  tag: 'chat',
  summary: 'Messages of the active path, ascending: the last ones, or those before a cursor',
  query: z.object({ before: z.string().optional(), limit: limit(100, 500) }),
  answer: { status: 200, json: z.object({ messages: z.array(PublicMessage), next: z.string().nullable() }) },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint
