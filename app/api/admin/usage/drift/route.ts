import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/usage/drift', {
  async GET({ query, server: { drifts } }) {
    const report = await drifts.read(query)
    return { ...report, from: formatTimestamp(report.from), to: formatTimestamp(report.to) }
  },
})
