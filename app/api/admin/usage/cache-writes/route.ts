import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/usage/cache-writes', {
  async GET({ query: { from, to, tz, group_by = null, limit, ...filter }, server: { usage } }) {
    const report = await usage.unreadWrites({ from, to, tz, filter, group: group_by, limit })
    return { ...report, from: formatTimestamp(report.from), to: formatTimestamp(report.to) }
  },
})
