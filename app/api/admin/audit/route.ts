import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { toCsv } from '#lib/csv.ts'
import { AUDIT_HEAD, auditLine } from '#lib/people/audit-table.ts'
import type { AuditRecord } from '#lib/store/account-store.ts'
import { type NamedRange, usageRange } from '#lib/usage/usage-range.ts'
import { csvFile, wantsCsv } from '../../../_http/csv-file.ts'
import { routes } from '../../../_http/route.ts'
import { peopleOf } from '../../../_http/signing-in.ts'
import { streamOf } from '../../../_http/stream-of.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/audit', {
  async GET({ query, request, server }) {
    const { limit, before = null, person, action, format, from, to, tz } = query
    const people = peopleOf(server)
    const sought = { person, action, ...timesOf({ from, to, tz }) }
    if (!wantsCsv(request, format)) return { entries: await people.audit({ ...sought, limit, before }) }
    return csvFile('audit-log', null, streamOf(asCsv(people.wholeAudit(sought))))
  },
})

/** Where an end is not named, all entries are on this side of it: also those of a clock that was ahead. */
function timesOf({ from, to, tz }: NamedRange): { from?: string; to?: string } {
  const range = usageRange({ from: from ?? '1970-01-01', to: to ?? '2255-01-01', tz }, 0)
  return {
    ...(from !== undefined && { from: formatTimestamp(range.from) }),
    ...(to !== undefined && { to: formatTimestamp(range.to) }),
  }
}

async function* asCsv(pages: AsyncIterable<AuditRecord[]>) {
  yield toCsv([AUDIT_HEAD], { mark: true })
  for await (const page of pages) yield toCsv(page.map(auditLine))
}
