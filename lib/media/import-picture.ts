import { download } from '../net/download.ts'
import { assertAllowed, type Policy } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { Picture } from './picture.ts'
import { PICTURE_LIMIT, storePicture } from './store-picture.ts'

/**
 * Stores the picture at an address as an upload. Only ever because a person asked for it: no model call downloads anything
 * (design §3.3). Throws a `DownloadError`, an `UnsupportedMediaError` or a `PolicyDeniedError`.
 */
export async function importPicture(
  address: string,
  attachments: AttachmentStore,
  { policy, principal }: { policy: Policy; principal: Principal },
): Promise<Picture & { data: string }> {
  const bytes = await download(address, {
    limit: PICTURE_LIMIT,
    accept: 'image/*',
    beforeOpening: (opened) => assertAllowed(policy, { at: 'departure', principal, kind: 'download', address: opened }),
  })
  return await storePicture(bytes, attachments)
}
