import { askedFormat, exportAnswer } from '../../../../_http/export-file.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/export', {
  async GET({ request, principal, params, query, until, server }) {
    const { exports, exportRuns } = server
    const format = await askedFormat(request, query, server)
    const file = await exports.chat(principal.id, params.id, format)
    if (!file) throw notFound('the session')
    return exportAnswer(request, exportRuns.ending(file, until))
  },
})
