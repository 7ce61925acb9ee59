'use client'

import { useId } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Tag } from '../tag.tsx'
import { addDays, dateOf } from '../usage/period.ts'
import { Loaded } from '../usage/section.tsx'
import { ApplyReprice } from './apply-reprice.tsx'
import { DifferenceNotes } from './difference-notes.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { type Asked, useDryRun } from './use-reprices.ts'

/** What a reprice would change, and the way to keep it. */
export function DryRun({ asked, mayApply = true }: { asked: Asked; mayApply?: boolean }) {
  const { format } = useTexts()
  const words = useAdminTexts().reprices
  const id = useId()
  const now = new Date()
  const [first, last] = [asked.from, addDays(asked.to, -1)].map((day) => format.shortDay(dateOf(day), now))
  return (
    <section aria-labelledby={id} className="mt-6 rounded-card border border-line-strong px-4 py-4 md:px-6">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 id={id} className="min-w-0 font-semibold font-serif text-h3 [overflow-wrap:anywhere]">
          {words.if_priced(first ?? '', last ?? '', asked.pricing_version)}
        </h3>
        <Tag>{words.nothing_written}</Tag>
      </div>
      <Loaded query={useDryRun(asked)} room="12rem" waiting={words.trying}>
        {(difference) =>
          difference.calls === 0 ? (
            <p>{words.none}</p>
          ) : (
            <>
              <DifferenceTable difference={difference} />
              <DifferenceNotes difference={difference} />
              {mayApply && difference.changed_calls > 0 && <ApplyReprice asked={asked} />}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
