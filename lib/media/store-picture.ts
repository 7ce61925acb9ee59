import type { AttachmentStore } from '../store/attachment-store.ts'
import { PICTURE_TYPES, type Picture, readPicture } from './picture.ts'

/** Of one upload, and of all base64 pictures of one turn together. */
export const PICTURE_LIMIT = 20_000_000

export class UnsupportedMediaError extends Error {
  override readonly name = 'UnsupportedMediaError'
  constructor(path: string) {
    super(`${path ? `${path}: ` : ''}not a picture that can be read; use ${PICTURE_TYPES.join(', ')}`)
  }
}

/** Stores one upload under the type its bytes have. Throws `UnsupportedMediaError`. */
export async function storePicture(
  bytes: Uint8Array,
  attachments: AttachmentStore,
): Promise<Picture & { data: string }> {
  const picture = readPicture(bytes)
  if (!picture) throw new UnsupportedMediaError('')
  const { data } = await attachments.put(bytes, picture.media_type, picture)
  return { data, ...picture }
}
