import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { type CsvCell, toCsv } from '#lib/csv.ts'
import { csvFile, wantsCsv } from '../../../../_http/csv-file.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/usage/routing', {
  async GET({ query: { format, ...asked }, request, server: { usage } }) {
    const report = await usage.routes(asked)
    const [from, to] = [formatTimestamp(report.from), formatTimestamp(report.to)]
    if (!wantsCsv(request, format)) return { from, to, rows: report.rows }
    const lines = report.rows.map((row) => COLUMNS.map((name): CsvCell => row[name]))
    return csvFile('routing', { from, to }, toCsv([COLUMNS, ...lines], { mark: true }))
  },
})

const COLUMNS = ['policy', 'verdict', 'model', 'rejection', 'decisions'] as const
