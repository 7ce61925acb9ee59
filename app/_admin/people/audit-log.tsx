'use client'

import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { addressOf } from '../../_client/use-api.ts'
import { type AuditEntry, type AuditSearch, useAuditLog } from '../../_client/use-people.ts'
import { Fault } from '../../_settings/fault.tsx'
import { type AdminTexts, useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Table } from '../../_ui/table.tsx'
import { FileLinks } from '../usage/file-links.tsx'
import { AuditSearchForm } from './audit-search.tsx'

/** What was done to people and by admins, the latest first. */
export function AuditLog() {
  const texts = useTexts()
  const words = useAdminTexts().members
  const [search, setSearch] = useState<AuditSearch>({})
  const { data, error, hasNextPage, fetchNextPage } = useAuditLog(search)
  const entries = data?.pages.flat() ?? []
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.log}
      </h2>
      <p className="mb-3 text-ink-soft">{words.log_about}</p>
      <AuditSearchForm onSearch={setSearch} />
      <Fault words={error && errorWords(texts, error)} />
      <p role="status" className="text-muted empty:hidden">
        {data && entries.length === 0 && words.log_none}
      </p>
      {entries.length > 0 && (
        <Table
          label={words.log}
          rows={entries}
          keyOf={({ id }) => id}
          columns={[
            { key: 'when', head: words.when, cell: ({ at }) => <Moment at={new Date(at)} /> },
            {
              key: 'who',
              head: words.who,
              cell: ({ actor_id, actor_name }) => actor_name ?? actor_id ?? words.machine,
            },
            { key: 'what', head: words.what, cell: (entry) => deedOf(words, entry) },
            { key: 'to', head: words.to_whom, cell: (entry) => subjectOf(entry) },
            { key: 'from', head: words.from, cell: ({ address }) => address ?? '' },
          ]}
        />
      )}
      {entries.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          {hasNextPage && (
            <Button onClick={() => void fetchNextPage()} className="pointer-coarse:min-h-11">
              {words.older}
            </Button>
          )}
          <FileLinks
            name="audit-log"
            label={words.log}
            formats={['csv']}
            addressOf={(format) => addressOf('/api/admin/audit', { query: { ...search, format } })}
          />
        </div>
      )}
    </section>
  )
}

/** On one line, or on two where there is no room. */
function Moment({ at }: { at: Date }) {
  const { format } = useTexts()
  return (
    <time dateTime={at.toISOString()} title={format.moment(at)}>
      <span className="whitespace-nowrap">{format.shortDay(at, new Date())}</span>{' '}
      <span className="whitespace-nowrap">{format.clock(at)}</span>
    </time>
  )
}

/** A newer server may know others. */
function deedOf(words: AdminTexts['members'], { action, detail }: AuditEntry): string {
  const deed = (words.deeds as Readonly<Record<string, string>>)[action] ?? action
  const { from, to, by } = detail
  const roles: Readonly<Record<string, string>> = words.roles
  if (action === 'session.began') return (words.signed_in_by as Readonly<Record<string, string>>)[String(by)] ?? deed
  if (action === 'role.changed') return `${deed}: ${roles[String(from)]} → ${roles[String(to)]}`
  return action === 'name.changed' ? `${deed}: ${from} → ${to}` : deed
}

/** What is no person by the name at that time, where the entry has it: it may be gone. */
function subjectOf({ action, subject_id, subject_name, actor_id, detail }: AuditEntry): string {
  if (subject_id === actor_id) return ''
  const { name, email } = detail
  const said = [subject_name, name, email].find((each) => typeof each === 'string')
  return String(said ?? (action.includes('.') ? '' : (subject_id ?? '')))
}
