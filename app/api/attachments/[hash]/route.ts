import { PICTURE_TYPES } from '#lib/media/picture.ts'
import { uploadsOf } from '#lib/store/attachment-store.ts'
import { notFound } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

/** An upload's own bytes. What was checked to be a picture is shown by the pages of this server; anything else is downloaded. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/attachments/{hash}', {
  async GET({ principal, params, server: { attachments } }) {
    const file = await uploadsOf(attachments, principal).get(`attachments/${params.hash}`)
    if (!file) throw notFound('the upload')
    const shown = PICTURE_TYPES.includes(file.media_type)
    return new Response(new Blob([new Uint8Array(file.bytes)]), {
      headers: {
        'content-type': shown ? file.media_type : 'application/octet-stream',
        // The link that leads here says the name: the same bytes may have several.
        ...(!shown && { 'content-disposition': 'attachment' }),
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        // Content-addressed: it never changes. But it is for whoever was given it, and not for the next one at this browser.
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'cookie',
      },
    })
  },
})
