import { hasText } from '#lib/media/document-reading.ts'
import { readPicture } from '#lib/media/picture.ts'
import { storeDocument } from '#lib/media/store-document.ts'
import { PICTURE_LIMIT, storePicture } from '#lib/media/store-picture.ts'
import { uploadsOf } from '#lib/store/attachment-store.ts'
import { readBody } from '../../_http/body.ts'
import { once } from '../../_http/idempotency-key.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/attachments', {
  async POST({ principal, request, query, server: { attachments, documents, store, idempotency } }) {
    const bytes = await readBody(request, PICTURE_LIMIT)
    const own = uploadsOf(attachments, principal)
    const { name = '' } = query
    const said = name === '' ? bytes : Buffer.concat([bytes, Buffer.from(name)])
    return await once(request, idempotency, { principal, scope: 'attachment', said }, async (key) => {
      const stored = isPicture(bytes, request)
        ? await picture(bytes, own)
        : await document(bytes, name, { attachments: own, documents })
      // After the upload, not with it: whoever stores the same bytes again stores nothing new.
      if (key) await store.keepAnswer({ ...key, answer: stored })
      return stored
    })
  },
})

/**
 * What is meant as one and cannot be read is refused as one, and not sent as the text that it may be. SVG is text: it is
 * stored and shown as that, and drawn nowhere.
 */
function isPicture(bytes: Uint8Array, { headers }: Request): boolean {
  const type = headers.get('content-type') ?? ''
  return readPicture(bytes) !== null || (type.startsWith('image/') && !type.startsWith('image/svg+xml'))
}

async function picture(...upload: Parameters<typeof storePicture>) {
  const { data, media_type, width, height } = await storePicture(...upload)
  return { data, media_type, width, height }
}

async function document(...upload: Parameters<typeof storeDocument>) {
  const { data, media_type, name, reading } = await storeDocument(...upload)
  return {
    data,
    media_type,
    name,
    ...(reading.pages !== null && { pages: reading.pages }),
    has_text: hasText(reading),
    is_encrypted: reading.is_encrypted,
  }
}
