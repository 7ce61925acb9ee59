import { importPicture } from '#lib/media/import-picture.ts'
import { uploadsOf } from '#lib/store/attachment-store.ts'
import { once } from '../../../_http/idempotency-key.ts'
import { routes } from '../../../_http/route.ts'

/** Beside the contract: a picture that lies elsewhere becomes an upload, because somebody asked for it. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/attachments/import', {
  async POST({ request, principal, body, server: { attachments, store, idempotency, policy } }) {
    const said = await body()
    return await once(request, idempotency, { principal, scope: 'picture', said }, async (key) => {
      const own = uploadsOf(attachments, principal)
      const { data, media_type, width, height } = await importPicture(said.url, own, { policy, principal })
      const stored = { data, media_type, width, height }
      if (key) await store.keepAnswer({ ...key, answer: stored })
      return stored
    })
  },
})
