import { PICTURE_LIMIT, storePicture } from '#lib/media/store-picture.ts'
import { readBody } from '../../_http/body.ts'
import { once } from '../../_http/idempotency-key.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/attachments', {
  async POST({ principal, request, server: { attachments, store, idempotency } }) {
    const bytes = await readBody(request, PICTURE_LIMIT)
    return await once(request, idempotency, { principal, scope: 'attachment', said: bytes }, async (key) => {
      const { data, media_type, width, height } = await storePicture(bytes, attachments)
      const stored = { data, media_type, width, height }
      // After the upload, not with it: whoever stores the same bytes again stores nothing new.
      if (key) await store.keepAnswer({ ...key, answer: stored })
      return stored
    })
  },
})
