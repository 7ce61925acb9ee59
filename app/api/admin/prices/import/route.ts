import { readBody } from '../../../../_http/body.ts'
import { HttpError } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

/** Ten times as many models as the map has today. */
const FILE_LIMIT = 16_000_000

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/prices/import', {
  async POST({ request, query, server: { prices } }) {
    const kind = kindOf(request)
    const text = new TextDecoder().decode(await readBody(request, FILE_LIMIT))
    return prices.draft(text, kind, query.read_on)
  },
})

function kindOf({ headers }: Request) {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return 'price_map'
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'table'
  throw new HttpError(
    'unsupported_media',
    `prices come as application/json or as text/csv, and not as ${JSON.stringify(type)}`,
  )
}
