import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const Count = z.number().int().nonnegative()
const Moment = z.iso.datetime()

const BackupState = z.object({
  /** Where they are written. */
  folder: z.string(),
  /** How often one is written by itself, and how many of them are kept; `null`: never, and all. */
  every_seconds: Count.nullable(),
  keep: Count.nullable(),
  /** The newest one, whoever wrote it. */
  latest: z
    .object({ name: z.string(), created_at: Moment, bytes: Count, uploads: Count, missing_uploads: Count })
    .nullable(),
  is_running: z.boolean(),
  next_at: Moment.nullable(),
  /** Why the last try failed; `null` once one was written. */
  failure: z.object({ at: Moment, reason: z.string() }).nullable(),
})
export type BackupState = z.infer<typeof BackupState>

export const readBackups = {
  id: 'readBackups',
  tag: 'installation',
  needs: 'admin',
  summary: 'The last backup of everything, and when the next one comes',
  answer: { status: 200, json: BackupState },
  errors: [],
} as const satisfies Endpoint

export const beginBackup = {
  id: 'beginBackup',
  tag: 'installation',
  needs: 'admin',
  summary: 'Begins a backup of everything, in the background',
  description:
    'Where one is being written, that one goes on. It stays on the server, has not the secret that stored keys are read with, and is restored by the command alone.',
  answer: { status: 202, json: BackupState },
  errors: [],
} as const satisfies Endpoint
