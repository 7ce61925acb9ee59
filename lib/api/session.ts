import { z } from 'zod'
import { Label } from '../canonical/label.ts'
import { Session, SessionSummary } from '../canonical/session.ts'
import { PictureDecision, SetAside, SettingsChange } from '../canonical/session-settings.ts'
import type { Endpoint } from './endpoint.ts'
import { KEYED, limit, ModelName, plainName, SystemPrompt, YES_OR_NO } from './request.ts'

const title = plainName(200)
/** Of a folder or a tag. */
const label = plainName(60)
const tags = z
  .array(label)
  .max(20)
  .transform((names) => [...new Set(names)])

const NewSession = z.strictObject({
  title: title.nullish(),
  active_model: ModelName.nullish(),
  system_prompt: SystemPrompt.nullish(),
  settings: SettingsChange.optional(),
  folder: label.nullish(),
  tags: tags.optional(),
  /** In no list, and removed when nobody looks at it any more. */
  temporary: z.boolean().optional(),
})

const SessionChange = z.strictObject({
  title: title.optional(),
  /** `null` clears the choice. During a turn the change waits as `pending_model`. */
  active_model: ModelName.nullable().optional(),
  /** Files that no model gets any more, by the data of their source; `null`: none. */
  left_out: z.array(z.string().min(1).max(300)).max(200).nullable().optional(),
  /** Blocks that a provider refused, and no model gets any more; `null`: none. See `GET /api/sessions/{id}/messages/{message_id}/refusal`. */
  set_aside: SetAside.array().max(200).nullable().optional(),
  /** A way on where the change was refused for pictures: it holds until the chat goes to a model that takes them. */
  resolution: PictureDecision.optional(),
  system_prompt: SystemPrompt.nullable().optional(),
  /** From the next turn on. What is not named stays; `null` leaves it to the model again. */
  settings: SettingsChange.optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** `null` takes it out of its folder. A folder is there while a chat is in it. */
  folder: label.nullable().optional(),
  tags: tags.optional(),
})

export const listSessions = {
  id: 'listSessions',
  tag: 'chat',
  needs: 'member',
  summary: 'The sessions, pinned ones first, newest first, a page at a time',
  description: 'Without those in the archive, or those alone. Temporary ones are in no list.',
  query: z.object({
    cursor: z.string().optional(),
    limit: limit(50, 200),
    archived: YES_OR_NO.optional(),
    folder: label.optional(),
    /** Those in no folder, and pinned ones wherever they are: what stands in the list by itself. */
    unfiled: YES_OR_NO.optional(),
    tag: label.optional(),
  }),
  answer: { status: 200, json: z.object({ sessions: z.array(SessionSummary), next: z.string().nullable() }) },
  errors: ['invalid_request'],
} as const satisfies Endpoint

export const createSession = {
  id: 'createSession',
  tag: 'chat',
  needs: 'member',
  summary: 'Begins a session',
  headers: KEYED,
  body: { json: NewSession },
  answer: { status: 201, json: z.object({ id: z.string() }) },
  errors: ['invalid_request', 'too_large', 'unsupported_media', 'unknown_model', 'idempotency_mismatch'],
} as const satisfies Endpoint

export const beginScriptedChat = {
  id: 'beginScriptedChat',
  tag: 'chat',
  needs: 'member',
  summary: 'Begins a chat that plays by itself: scripted models answer what a script asks',
  description:
    'It shows what becomes of a chat that moves from model to model. Every message is stored and every model called as in any other chat, and it ends where somebody stops an answer or deletes it.',
  headers: KEYED,
  body: { json: NewSession.pick({ title: true }) },
  answer: { status: 201, json: z.object({ id: z.string() }) },
  errors: [
    'invalid_request',
    'too_large',
    'unsupported_media',
    'unknown_model',
    'no_model',
    'policy_denied',
    'budget_spent',
    'idempotency_mismatch',
  ],
} as const satisfies Endpoint

export const readSession = {
  id: 'readSession',
  tag: 'chat',
  needs: 'member',
  summary: 'A session',
  answer: { status: 200, json: Session },
  errors: ['not_found'],
} as const satisfies Endpoint

export const changeSession = {
  id: 'changeSession',
  tag: 'chat',
  needs: 'member',
  summary: 'Renames a session, or changes its model, its system prompt, its settings or its place among the others',
  description:
    'A change to a model that takes no pictures is refused while the chat holds some, and the refusal names the ways on. With `resolution` one of them is taken: `leave_out` puts a note in their place, in requests and not in what is stored; `describe` has the model that the refusal names describe each once, which is billed, kept for this person, and sent in their place. At a model that takes pictures they are sent again.',
  body: { json: SessionChange },
  answer: { status: 200, json: Session },
  errors: [
    'invalid_request',
    'not_found',
    'too_large',
    'unsupported_media',
    'unknown_model',
    'swap_refused',
    'budget_spent',
    'description_failed',
  ],
} as const satisfies Endpoint

export const moveHead = {
  id: 'moveHead',
  tag: 'chat',
  needs: 'member',
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
  needs: 'member',
  summary: 'Deletes a session and all that was said in it',
  description: 'It is gone for everybody at once. For an hour it can be restored, then it is removed.',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint

export const restoreSession = {
  id: 'restoreSession',
  tag: 'chat',
  needs: 'member',
  summary: 'Brings back a session that was deleted',
  answer: { status: 200, json: Session },
  errors: ['not_found'],
} as const satisfies Endpoint

export const forkSession = {
  id: 'forkSession',
  tag: 'chat',
  needs: 'member',
  summary: 'Begins another session with what was said up to a message',
  description:
    'Or up to the end of the active path, and with `from` beginning at a question of it: then `origin` says of which session it is a branch. Messages, turns and tool calls get ids of their own; uploads are shared; the new session has spent nothing, and its messages say what they cost where they were said.',
  headers: KEYED,
  body: {
    json: z.strictObject({
      message_id: z.string().min(1).max(200).optional(),
      /** What was said before it stays behind; instructions go along. */
      from: z.string().min(1).max(200).optional(),
    }),
  },
  answer: { status: 201, json: z.object({ id: z.string() }) },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media', 'idempotency_mismatch'],
} as const satisfies Endpoint

export const listLabels = {
  id: 'listLabels',
  tag: 'chat',
  needs: 'member',
  summary: 'The folders and tags that are in use, by name',
  answer: { status: 200, json: z.object({ folders: z.array(Label), tags: z.array(Label) }) },
  errors: [],
} as const satisfies Endpoint

export const changeLabel = {
  id: 'changeLabel',
  tag: 'chat',
  needs: 'member',
  summary: 'Renames a folder or a tag in every session that has it, or takes it from them',
  body: { json: z.strictObject({ kind: z.enum(['folder', 'tag']), from: label, to: label.nullable() }) },
  answer: { status: 200, json: z.object({ changed: z.number().int().nonnegative() }) },
  errors: ['invalid_request', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint
