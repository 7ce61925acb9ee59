import { askedFormat, exportAnswer } from '../../_http/export-file.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/export', {
  async GET({ request, principal, query, until, server }) {
    const watched = { ownerId: principal.id, name: query.name, until }
    const { exports, exportRuns } = server
    const format = await askedFormat(request, query, server)
    const file = await exportRuns.watch((watch) => exports.everything(principal.id, format, watch), watched)
    return exportAnswer(request, file)
  },
})
