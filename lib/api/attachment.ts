import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { KEYED } from './request.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const

/** What a picture or a document may come as; what it is, its bytes say. */
const FILES = [...PICTURES, 'application/pdf', 'application/octet-stream', 'text/*'] as const

/** An upload, to be referred to by a picture whose source is a `file_ref`. */
const StoredPicture = z.object({
  /** `attachments/` and the SHA-256 of the bytes. */
  data: z.string().regex(/^attachments\/[0-9a-f]{64}$/),
  media_type: z.string(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
})

/** An upload, to be referred to by a picture or a document. */
const StoredFile = StoredPicture.extend({
  /** Of a document: its file's name as it may be used in a message. */
  name: z.string().optional(),
  /** Of a document that has pages. */
  pages: z.number().int().nonnegative().optional(),
})

export const uploadFile = {
  id: 'uploadFile',
  tag: 'attachments',
  summary: 'Stores a picture or a document of up to 20 MB',
  description:
    'Pictures, PDF, text of any kind and office files. What it is, its bytes say, and of text the name. A file that is said to be a picture and is none is refused, and so is a document that nothing can be read of.',
  headers: KEYED,
  query: z.object({ name: z.string().max(1_000).optional() }),
  body: { file: FILES },
  answer: { status: 201, json: StoredFile },
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

export const readFile = {
  id: 'readFile',
  tag: 'attachments',
  summary: 'The bytes of an upload',
  description: 'Anything but a picture comes as a download, and as bytes of no type.',
  answer: { status: 200, file: [...PICTURES, 'application/octet-stream'] },
  errors: ['not_found'],
} as const satisfies Endpoint
