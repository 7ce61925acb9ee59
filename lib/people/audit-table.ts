import type { AuditRecord } from '../store/account-store.ts'

/** The log as the table of a spreadsheet: its names, and its rows. */
export const AUDIT_HEAD = [
  'at',
  'actor_id',
  'actor_name',
  'action',
  'subject_id',
  'subject_name',
  'detail',
  'address',
] as const satisfies readonly (keyof AuditRecord)[]

export function auditLine(entry: AuditRecord): (string | null)[] {
  return AUDIT_HEAD.map((name) => (name === 'detail' ? JSON.stringify(entry.detail) : entry[name]))
}
