'use client'

import { useState } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Choice } from './choice.tsx'
import { useNames } from './names.ts'
import { Loaded } from './section.tsx'
import { type UsageQuery, useUsage } from './use-usage.ts'
import { FILTERS, type Filter } from './view.ts'

/** By what calls are to be left out, and which remain: what there is of it in these days, the dearest first. */
export function FilterChoice({
  query,
  onChoose,
}: {
  query: (filter: Filter) => UsageQuery
  onChoose: (filter: Filter, value: string) => void
}) {
  const words = useAdminTexts().usage
  const [filter, setFilter] = useState<Filter>('model')
  const { nameOf } = useNames()
  return (
    <div className="w-[min(20rem,calc(100vw-1.5rem))] p-3">
      <Choice
        label={words.filter_by}
        options={FILTERS.map((value) => ({ value, label: words.groups[value] }))}
        chosen={filter}
        onChoose={setFilter}
      />
      <div className="mt-2">
        <Loaded query={useUsage(query(filter))} room="8rem">
          {({ rows, asked }) => {
            const named = rows.filter(({ key }) => key !== null)
            if (named.length === 0) return <p className="py-2 text-muted">{words.filter_none}</p>
            return (
              <ul>
                {named.map((row) => (
                  <li key={row.key}>
                    <button
                      type="button"
                      onClick={() => onChoose(filter, row.key ?? '')}
                      disabled={asked.group_by !== filter}
                      className="flex min-h-(--row) w-full items-center rounded-control px-2 text-start text-ui hover:bg-hover focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11"
                    >
                      <span dir="auto" className="truncate">
                        {nameOf(filter, row)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }}
        </Loaded>
      </div>
    </div>
  )
}
