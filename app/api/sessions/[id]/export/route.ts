import { exportAnswer } from '../../../../_http/export-file.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/export', {
  async GET({ request, principal, params, query, until, server: { exports, exportRuns, version } }) {
    const format = { kind: query.format, product_version: version }
    const file = await exports.chat(principal.id, params.id, format)
    if (!file) throw notFound('the session')
    return exportAnswer(request, exportRuns.ending(file, until))
  },
})
