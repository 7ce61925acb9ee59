import { z } from 'zod'
import { AllSessions } from '../canonical/all-sessions.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'

export const countSessions = {
  id: 'countSessions',
  tag: 'chat',
  needs: 'member',
  summary: 'How many sessions there are, those of the archive among them, and what was deleted in the last hour',
  description: 'Temporary ones are not counted: they go by themselves.',
  answer: { status: 200, json: AllSessions },
  errors: [],
} as const satisfies Endpoint

export const deleteSessions = {
  id: 'deleteSessions',
  tag: 'chat',
  needs: 'member',
  summary: 'Deletes all sessions, those of the archive among them',
  description:
    'Running turns are stopped first. Where a turn begins in the same moment its session stays, and is in `left`. For an hour all of them can be restored at once, or each by itself; then they are removed.',
  query: z.object({
    /** How many there are: who has not looked deletes nothing, nor who has looked before others came. */
    chats: z.coerce.number('a whole number').int('a whole number'),
  }),
  answer: {
    status: 200,
    json: z.object({ at: Timestamp, deleted: z.array(z.string()), left: z.number().int().nonnegative() }),
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint

export const restoreSessions = {
  id: 'restoreSessions',
  tag: 'chat',
  needs: 'member',
  summary: 'Brings back the sessions that were deleted at one time',
  body: { json: z.strictObject({ at: Timestamp }) },
  answer: { status: 200, json: z.object({ restored: z.number().int().positive() }) },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint
