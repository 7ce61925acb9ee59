import { exportFormat } from '../../../../_content/export-format.ts'
import { exportAnswer } from '../../../../_http/export-file.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { languageOf } from '../../../../_http/reader.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/export', {
  async GET({ request, principal, params, query, until, server: { exports, exportRuns, version } }) {
    const format = await exportFormat(query.format, { language: languageOf(request.headers), version })
    const file = await exports.chat(principal.id, params.id, format)
    if (!file) throw notFound('the session')
    return exportAnswer(request, exportRuns.ending(file, until))
  },
})
