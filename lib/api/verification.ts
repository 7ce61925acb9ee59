import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const Count = z.number().int().nonnegative()

/** Of the message that differs: which of its chat it is, and when it was said, where the file says so. */
const message = { message_id: z.string(), number: Count, at: z.string().nullable() }

/** What is not as it was when the export was written. */
export const ExportFault = z.intersection(
  z.object({
    path: z.string(),
    /** Of a chat, as the file has it. */
    title: z.string().nullable(),
  }),
  z.discriminatedUnion('problem', [
    z.object({ problem: z.enum(['missing', 'unlisted', 'damaged', 'changed', 'conversation_changed']) }),
    z.object({ problem: z.enum(['message_changed', 'message_misplaced']), ...message }),
    z.object({ problem: z.literal('line_unreadable'), line: Count, reason: z.string() }),
    z.object({ problem: z.enum(['messages_missing', 'messages_added']), expected: Count, found: Count }),
  ]),
)
export type ExportFault = z.infer<typeof ExportFault>

const Verification = z.object({
  exported_at: z.string(),
  /** `null` for the copy of a shared page; `exported_at` is then when it was shared. */
  product_version: z.string().nullable(),
  chats: Count,
  messages: Count,
  /** Of the manifest, which has the hash of everything else. */
  fingerprint: z.string(),
  /** The first hundred, and how many there are. */
  faults: z.array(ExportFault),
  fault_count: Count,
})
export type Verification = z.infer<typeof Verification>

export const verifyExport = {
  id: 'verifyExport',
  tag: 'chat',
  needs: 'member',
  summary: 'Whether a lossless export of up to 4 GiB, or the copy of a shared page, is what it was when it was written',
  description:
    'Each file is held against the manifest, and each message against its own hash. Nothing of it is kept. Whoever can write the file can write its hashes anew: only a fingerprint that was noted elsewhere shows that.',
  body: { file: ['application/zip', 'application/json', 'application/octet-stream'] },
  answer: { status: 200, json: Verification },
  errors: ['too_large', 'unsupported_media', 'too_many_attempts'],
} as const satisfies Endpoint
