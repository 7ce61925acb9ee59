'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { useNames } from './names.ts'
import { type UsageQuery, useUsage } from './use-usage.ts'
import { FILTERS, type Filters } from './view.ts'

/** What calls are left out by; each is taken away by a press on it. */
export function FilterChips({
  filters,
  sessions,
  onChange,
}: {
  filters: Filters
  /** What the page asks of chats: the address has no titles. */
  sessions: UsageQuery
  onChange: (filters: Filters) => void
}) {
  const words = useAdminTexts().usage
  const { nameOf } = useNames()
  const chats = useUsage(sessions, { enabled: filters.session !== undefined }).data?.rows ?? []
  const chosen = FILTERS.flatMap((filter) => {
    const key = filters[filter]
    if (key === undefined) return []
    const chat = chats.find((row) => row.key === key)
    const name = filter !== 'session' ? nameOf(filter, { key }) : chat ? nameOf(filter, chat) : key
    return [{ filter, name }]
  })
  if (chosen.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {chosen.map(({ filter, name }) => {
        const label = words.filtered(words.groups[filter], name)
        return (
          <li key={filter} className="max-w-full">
            <button
              type="button"
              aria-label={words.unfilter(label)}
              onClick={() => onChange(Object.fromEntries(Object.entries(filters).filter(([key]) => key !== filter)))}
              className="inline-flex min-h-(--row) max-w-full items-center gap-2 rounded-control border border-accent-line bg-accent-soft px-3 text-small hover:border-accent pointer-coarse:min-h-11"
            >
              <span className="truncate">{label}</span>
              <Icon name="close" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
