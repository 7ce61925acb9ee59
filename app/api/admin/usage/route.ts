import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { toCsv } from '#lib/csv.ts'
import { usageTable } from '#lib/usage/usage-table.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/usage', {
  async GET({ principal, query, request, server: { usage } }) {
    const { from, to, tz, bucket = null, group_by = null, costs, limit, format, ...filter } = query
    const report = await usage.read(principal, { from, to, tz, filter, group: group_by, bucket, costs, limit })
    const { buckets, rows, totals } = report
    const answer = {
      from: formatTimestamp(report.from),
      to: formatTimestamp(report.to),
      tz,
      costs,
      ...(buckets && { buckets: buckets.map(formatTimestamp) }),
      rows: rows.map(({ bucket: at, ...row }) => ({
        ...row,
        ...(at !== undefined && { bucket: formatTimestamp(at) }),
      })),
      totals,
    }
    if (format === 'json' || (format === undefined && !wantsCsv(request))) return answer
    const name = `usage-${answer.from.slice(0, 10)}-${answer.to.slice(0, 10)}.csv`
    return new Response(toCsv(usageTable(answer, group_by), { mark: true }), {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` },
    })
  },
})

/** A browser that opens the address takes anything, and shows JSON. */
function wantsCsv(request: Request): boolean {
  return request.headers.get('accept')?.split(',')[0]?.split(';')[0]?.trim() === 'text/csv'
}
