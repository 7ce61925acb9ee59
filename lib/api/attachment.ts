import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { KEYED } from './request.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const

/** An upload, to be referred to by a picture whose source is a `file_ref`. */
const StoredPicture = z.object({
  /** `attachments/` and the SHA-256 of the bytes. */
  data: z.string().regex(/^attachments\/[0-9a-f]{64}$/),
  media_type: z.string(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
})

export const uploadPicture = {
  id: 'uploadPicture',
  tag: 'attachments',
  summary: 'Stores a picture of up to 20 MB',
  headers: KEYED,
  body: { file: PICTURES },
  answer: { status: 201, json: StoredPicture },
  errors: ['invalid_request', 'too_large', 'unsupported_media', 'idempotency_mismatch'],
} as const satisfies Endpoint

export const importPicture = {
  id: 'importPicture',
  tag: 'attachments',
  summary: 'Fetches a picture from the open internet, because somebody asks for it, and stores it',
  headers: KEYED,
  body: { json: z.strictObject({ url: z.string().min(1).max(4_000) }) },
  answer: { status: 201, json: StoredPicture },
  errors: [
    'invalid_request',
    'too_large',
    'unsupported_media',
    'download_failed',
    'policy_denied',
    'idempotency_mismatch',
  ],
} as const satisfies Endpoint

export const readPicture = {
  id: 'readPicture',
  tag: 'attachments',
  summary: 'The bytes of an upload',
  answer: { status: 200, file: PICTURES },
  errors: ['not_found'],
} as const satisfies Endpoint
