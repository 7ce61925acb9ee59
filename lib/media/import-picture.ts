import { download } from '../net/download.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { Picture } from './picture.ts'
import { PICTURE_LIMIT, storePicture } from './store-picture.ts'

/**
 * Stores the picture at an address as an upload. Only ever because a person asked for it: no model call downloads anything
 * (design §3.3). Throws a `DownloadError` or an `UnsupportedMediaError`.
 */
export async function importPicture(
  address: string,
  attachments: AttachmentStore,
): Promise<Picture & { data: string }> {
  const bytes = await download(address, { limit: PICTURE_LIMIT, accept: 'image/*' })
  return await storePicture(bytes, attachments)
}
