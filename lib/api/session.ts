import { z } from 'zod'
import { Session, SessionSummary } from '../canonical/session.ts'
import { SettingsChange } from '../canonical/session-settings.ts'
import type { Endpoint } from './endpoint.ts'
import { KEYED, limit, ModelName } from './request.ts'

const title = z.string().trim().min(1).max(200)
const systemPrompt = z.string().max(100_000)

const NewSession = z.strictObject({
  title: title.nullish(),
  active_model: ModelName.nullish(),
  system_prompt: systemPrompt.nullish(),
  settings: SettingsChange.optional(),
})

const SessionChange = z.strictObject({
  title: title.optional(),
  /** `null` clears the choice. During a turn the change waits as `pending_model`. */
  active_model: ModelName.nullable().optional(),
  system_prompt: systemPrompt.nullable().optional(),
  /** From the next turn on. What is not named stays; `null` leaves it to the model again. */
  settings: SettingsChange.optional(),
})

export const listSessions = {
  id: 'listSessions',
  tag: 'chat',
  summary: 'The sessions, newest first, a page at a time',
  query: z.object({ cursor: z.string().optional(), limit: limit(50, 200) }),
  answer: { status: 200, json: z.object({ sessions: z.array(SessionSummary), next: z.string().nullable() }) },
  errors: ['invalid_request'],
} as const satisfies Endpoint

export const createSession = {
  id: 'createSession',
  tag: 'chat',
  summary: 'Begins a session',
  headers: KEYED,
  body: { json: NewSession },
  answer: { status: 201, json: z.object({ id: z.string() }) },
  errors: ['invalid_request', 'too_large', 'unsupported_media', 'unknown_model', 'idempotency_mismatch'],
} as const satisfies Endpoint

export const readSession = {
  id: 'readSession',
  tag: 'chat',
  summary: 'A session',
  answer: { status: 200, json: Session },
  errors: ['not_found'],
} as const satisfies Endpoint

export const changeSession = {
  id: 'changeSession',
  tag: 'chat',
  summary: 'Renames a session, or changes its model, its system prompt or its settings',
  body: { json: SessionChange },
  answer: { status: 200, json: Session },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media', 'unknown_model', 'swap_refused'],
} as const satisfies Endpoint

export const moveHead = {
  id: 'moveHead',
  tag: 'chat',
  summary: 'Makes the path through a message the active one, down to the newest leaf below it',
  description:
    'Whoever watches the session is told by a `head.moved` frame, unless the path is the active one already.',
  body: { json: z.strictObject({ message_id: z.string().min(1).max(200) }) },
  answer: { status: 200, json: Session },
  errors: ['invalid_request', 'not_found', 'turn_in_progress', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const deleteSession = {
  id: 'deleteSession',
  tag: 'chat',
  summary: 'Deletes a session and all that was said in it',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint
