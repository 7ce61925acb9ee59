'use client'

import { type AuditEntry, type Person, useAuditLog } from '../../_client/use-people.ts'
import { type AdminTexts, useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Table } from '../../_ui/table.tsx'

/** What was done to people and by admins, the latest first. */
export function AuditLog({ people }: { people: readonly Person[] }) {
  const { format } = useTexts()
  const words = useAdminTexts().members
  const { data, hasNextPage, fetchNextPage } = useAuditLog({ enabled: true })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id === null ? words.machine : (names.get(id) ?? id))
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.log}
      </h2>
      <p className="mb-3 text-ink-soft">{words.log_about}</p>
      {data && (
        <Table
          label={words.log}
          rows={data.pages.flat()}
          keyOf={({ id }) => id}
          columns={[
            { key: 'when', head: words.when, cell: ({ at }) => format.moment(new Date(at)) },
            { key: 'who', head: words.who, cell: ({ actor_id }) => nameOf(actor_id) },
            { key: 'what', head: words.what, cell: (entry) => deedOf(words, entry) },
            { key: 'to', head: words.to_whom, cell: (entry) => subjectOf(entry, names) },
            { key: 'from', head: words.from, cell: ({ address }) => address ?? '' },
          ]}
        />
      )}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} className="mt-3 pointer-coarse:min-h-11">
          {words.older}
        </Button>
      )}
    </section>
  )
}

/** A newer server may know others. */
function deedOf(words: AdminTexts['members'], { action, detail }: AuditEntry): string {
  const deed = (words.deeds as Readonly<Record<string, string>>)[action] ?? action
  const { from, to } = detail
  const roles: Readonly<Record<string, string>> = words.roles
  return action === 'role.changed' ? `${deed}: ${roles[String(from)]} → ${roles[String(to)]}` : deed
}

/** By the name at that time, where the entry has it: they may be gone. */
function subjectOf({ action, subject_id, actor_id, detail }: AuditEntry, names: ReadonlyMap<string, string>): string {
  if (subject_id === actor_id) return ''
  const { name, email } = detail
  const said = [names.get(subject_id ?? ''), name, email].find((each) => typeof each === 'string')
  return String(said ?? (action.includes('.') ? '' : (subject_id ?? '')))
}
