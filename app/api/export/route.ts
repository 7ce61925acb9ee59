import { exportFormat } from '../../_content/export-format.ts'
import { exportAnswer } from '../../_http/export-file.ts'
import { languageOf } from '../../_http/reader.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/export', {
  async GET({ request, principal, query, until, server: { exports, exportRuns, version } }) {
    const watched = { ownerId: principal.id, name: query.name, until }
    const format = await exportFormat(query.format, { language: languageOf(request.headers), version })
    const file = await exportRuns.watch((watch) => exports.everything(principal.id, format, watch), watched)
    return exportAnswer(request, file)
  },
})
