import { notFound } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

/** An upload's own bytes, for the pages of this server: what is stored was checked to be a picture. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/attachments/{hash}', {
  async GET({ params, server: { attachments } }) {
    const file = await attachments.get(`attachments/${params.hash}`)
    if (!file) throw notFound('the upload')
    return new Response(new Blob([new Uint8Array(file.bytes)]), {
      headers: {
        'content-type': file.media_type,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        // Content-addressed: it never changes.
        'cache-control': 'private, max-age=31536000, immutable',
      },
    })
  },
})
