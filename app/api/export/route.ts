import { exportAnswer } from '../../_http/export-file.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/export', {
  async GET({ request, principal, query, until, server: { exports, exportRuns, version } }) {
    const watched = { ownerId: principal.id, name: query.name, until }
    const format = { kind: query.format, product_version: version }
    const file = await exportRuns.watch((watch) => exports.everything(principal.id, format, watch), watched)
    return exportAnswer(request, file)
  },
})
