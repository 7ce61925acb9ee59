import { MOST_PREVIEWED } from '#lib/api/attachment.ts'
import { hasText } from '#lib/media/document-reading.ts'
import { checkDocument } from '#lib/media/store-document.ts'
import { uploadsOf } from '#lib/store/attachment-store.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

/** What stands in a document as text and figures alone: whatever else is in it, it cannot run in a page. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/attachments/{hash}/preview', {
  async GET({ principal, params, query, server: { attachments, documents } }) {
    const file = await uploadsOf(attachments, principal).get(`attachments/${params.hash}`)
    if (!file) throw notFound('the upload')
    const { media_type, reading } = await checkDocument(file.bytes, query.name ?? '', documents)
    const { text, byte_length, pages, is_encrypted } = reading
    const read = text !== null && hasText(reading) ? text : null
    return {
      media_type,
      byte_length,
      pages,
      is_encrypted,
      text: read?.slice(0, MOST_PREVIEWED).toWellFormed() ?? null,
      characters: read?.length ?? 0,
    }
  },
})
