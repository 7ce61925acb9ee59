import { notFound } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/exports/{name}', {
  async GET({ principal, params, server: { exportRuns } }) {
    return exportRuns.read(principal.id, params.name)
  },
  async DELETE({ principal, params, server: { exportRuns } }) {
    if (!exportRuns.stop(principal.id, params.name)) throw notFound('the export')
    return undefined
  },
})
