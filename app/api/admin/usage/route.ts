import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { toCsv } from '#lib/csv.ts'
import type { ReportedRow } from '#lib/usage/usage.ts'
import { usageTable } from '#lib/usage/usage-table.ts'
import { csvFile, wantsCsv } from '../../../_http/csv-file.ts'
import { routes } from '../../../_http/route.ts'
import { streamOf } from '../../../_http/stream-of.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/usage', {
  async GET({ principal, query, request, server: { usage } }) {
    const { from, to, tz, bucket = null, group_by = null, costs, limit, format, ...filter } = query
    const question = { from, to, tz, filter, group: group_by, bucket, costs }
    const report = limit === undefined ? await usage.whole(principal, question) : await first(limit)
    const { totals } = report
    const head = {
      from: formatTimestamp(report.from),
      to: formatTimestamp(report.to),
      tz,
      costs,
      ...(report.buckets && { buckets: report.buckets.map(formatTimestamp) }),
      totals,
    }
    if (!wantsCsv(request, format)) {
      return new Response(streamOf(asJson(head, report.pages)), { headers: { 'content-type': 'application/json' } })
    }
    return csvFile('usage', head, streamOf(asCsv(report)))

    async function first(limit: number) {
      const { rows, ...report } = await usage.read(principal, { ...question, limit })
      return { ...report, pages: [rows] }
    }

    async function* asCsv({ pages }: Pages) {
      const { head, linesOf } = usageTable(group_by, bucket !== null)
      yield toCsv([head], { mark: true })
      if (group_by === null && bucket === null) yield toCsv(linesOf([{ key: null, ...totals }]))
      for await (const rows of pages) yield toCsv(linesOf(rows.map(said)))
    }
  },
})

interface Pages {
  pages: AsyncIterable<ReportedRow[]> | Iterable<ReportedRow[]>
}

/** One object, of which the rows are never held all at once. */
async function* asJson(head: object, pages: Pages['pages']) {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  let isFirst = true
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield `${isFirst ? '' : ','}${JSON.stringify(rows.map(said)).slice(1, -1)}`
    isFirst = false
  }
  yield ']}'
}

/** A row as it leaves. */
function said({ bucket, ...row }: ReportedRow) {
  return { ...row, ...(bucket !== undefined && { bucket: formatTimestamp(bucket) }) }
}
