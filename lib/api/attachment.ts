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
  /** Of a document: whether anything can be read in it. Where nothing can, only a model that takes the file gets any of it. */
  has_text: z.boolean().optional(),
  /** It opens without a password, and is encrypted all the same: no model takes it as a file. */
  is_encrypted: z.boolean().optional(),
})

/** So much of a text is enough to know a document by; all of it is in the file. */
export const MOST_PREVIEWED = 20_000

export const uploadFile = {
  id: 'uploadFile',
  tag: 'attachments',
  needs: 'member',
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
  needs: 'member',
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

export const previewFile = {
  id: 'previewFile',
  tag: 'attachments',
  needs: 'member',
  summary: 'What a document is, and the beginning of what can be read in it',
  description:
    'As it was read when it was uploaded: what a model gets that does not take the file itself. Never the document: nothing in it can run.',
  query: z.object({ name: z.string().max(1_000).optional() }),
  answer: {
    status: 200,
    json: z.object({
      media_type: z.string(),
      byte_length: z.number().int().nonnegative(),
      pages: z.number().int().nonnegative().nullable(),
      is_encrypted: z.boolean(),
      /** Null where nothing can be read in it. */
      text: z.string().max(MOST_PREVIEWED).nullable(),
      /** Of all that can be read in it. */
      characters: z.number().int().nonnegative(),
    }),
  },
  errors: ['invalid_request', 'not_found', 'unsupported_media'],
} as const satisfies Endpoint

export const readFile = {
  id: 'readFile',
  tag: 'attachments',
  needs: 'member',
  summary: 'The bytes of an upload',
  description: 'Anything but a picture comes as a download, and as bytes of no type.',
  answer: { status: 200, file: [...PICTURES, 'application/octet-stream'] },
  errors: ['not_found'],
} as const satisfies Endpoint
