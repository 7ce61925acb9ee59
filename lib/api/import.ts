import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'
import { ItemCounts, Loss, Source } from '../import/found.ts'
import type { Endpoint } from './endpoint.ts'

const Count = z.number().int().nonnegative()

const ItemState = z.enum(['listed', 'applied', 'failed', 'undone', 'kept'])

/**
 * `reading`: what is in it is being listed. `ready`: it waits to be applied. `undone`: nothing of it is left; what was changed
 * since and stayed leaves an import `applied`.
 */
const ImportState = z.enum(['reading', 'ready', 'applying', 'applied', 'failed', 'undoing', 'undone'])

const FAILURES = ['unknown_format', 'bad_file', 'storage', 'file_gone', 'internal'] as const

const Import = z.object({
  id: z.string(),
  state: ImportState,
  /** What wrote the file; null until that is known. */
  source: Source.nullable(),
  file_name: z.string().nullable(),
  byte_size: Count,
  created_at: Timestamp,
  /** Of what is being done; `of` is 0 where that is not known yet. */
  progress: z.object({ done: Count, of: Count }),
  /** Chats of the file by what they are here. `taken`: their ids are in use, so they come under new ones. */
  chats: z.object({ new: Count, here: Count, conflict: Count, taken: Count, bad: Count }),
  presets: Count,
  has_settings: z.boolean(),
  /** What became of them; `kept`: changed since, so undoing left them. */
  created: z.object({ chats: Count, presets: Count, failed: Count, kept: Count }),
  /** What all new chats hold, and what does not come along or comes in another form; null until it is known. */
  holds: ItemCounts.nullable(),
  losses: z.array(Loss),
  failure: z
    .object({
      during: z.enum(['reading', 'applying', 'undoing']),
      code: z.enum(FAILURES),
      message: z.string(),
    })
    .nullable(),
})
export type Import = z.infer<typeof Import>

const Item = z.object({
  external_id: z.string().nullable(),
  title: z.string().nullable(),
  /** Why it cannot be imported, or was not. */
  reason: z.string().nullable(),
  state: ItemState,
  /** The chat that it became, or that is here already. */
  session_id: z.string().nullable(),
})

const ImportDetail = Import.extend({
  /** Of each the first hundred. */
  bad: z.array(Item),
  conflicts: z.array(Item),
  chats_listed: z.array(Item),
  /** Changed since they were imported. */
  changed: z.array(z.object({ id: z.string(), title: z.string().nullable() })),
})
export type ImportDetail = z.infer<typeof ImportDetail>

export const startImport = {
  id: 'startImport',
  tag: 'chat',
  needs: 'member',
  summary: 'Takes in a file of up to 4 GiB to be imported',
  description:
    'What it is, is found out by what is in it: an export of Metis in its own format, or of another product. It is read from then on, and nothing is created before it is applied. A person has one import at a time in which something is done.',
  query: z.object({ name: z.string().max(300).optional() }),
  body: { file: ['application/zip', 'application/json', 'application/octet-stream'] },
  answer: { status: 202, json: z.object({ id: z.string() }) },
  errors: ['invalid_request', 'too_large', 'import_running'],
} as const satisfies Endpoint

export const listImports = {
  id: 'listImports',
  tag: 'chat',
  needs: 'member',
  summary: 'One’s own imports, the newest first',
  answer: { status: 200, json: z.object({ imports: z.array(Import) }) },
  errors: [],
} as const satisfies Endpoint

export const readImport = {
  id: 'readImport',
  tag: 'chat',
  needs: 'member',
  summary: 'What is in an import, and how far it is',
  answer: { status: 200, json: ImportDetail },
  errors: ['not_found'],
} as const satisfies Endpoint

export const applyImport = {
  id: 'applyImport',
  tag: 'chat',
  needs: 'member',
  summary: 'Creates what an import holds',
  description:
    'Each chat is there whole or not at all. After a stop of the server it goes on by itself; one that failed goes on where it was when it is applied again.',
  body: {
    json: z.strictObject({
      /** What becomes of a chat that is here under the same id and says something else. */
      conflicts: z.enum(['skip', 'copy']).default('skip'),
      /** Whether the settings in the file take the place of one’s own. */
      settings: z.boolean().default(false),
    }),
  },
  answer: { status: 202, json: Import },
  errors: ['invalid_request', 'not_found', 'import_running', 'import_not_ready', 'unsupported_media', 'too_large'],
} as const satisfies Endpoint

export const undoImport = {
  id: 'undoImport',
  tag: 'chat',
  needs: 'member',
  summary: 'Takes back all that an import created, or throws it away where that is nothing',
  description:
    'A chat that was changed since stays, unless `changed` says otherwise. Answers with the import where there is something to take back, which is done from then on, and with nothing where it is gone.',
  query: z.object({ changed: z.enum(['keep', 'delete']).default('keep') }),
  answer: { status: 204 },
  otherwise: { status: 202, json: Import },
  errors: ['invalid_request', 'not_found', 'import_running', 'import_not_ready'],
} as const satisfies Endpoint
