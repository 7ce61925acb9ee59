'use client'

import { type FormEvent, useId, useState } from 'react'
import type { AuditSearch } from '../../_client/use-people.ts'
import { FIELD, Field } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { addDays } from '../usage/period.ts'

/** What the log is searched by: nothing that is left empty leaves anything out. Its days are those of the reader. */
export function AuditSearchForm({ onSearch }: { onSearch: (search: AuditSearch) => void }) {
  const { members: words, usage } = useAdminTexts()
  const faultId = useId()
  const [isBackwards, setBackwards] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const said = (name: string) => String(typed.get(name) ?? '').trim()
    const [person, action, first, last] = ['person', 'action', 'first', 'last'].map(said)
    const areBackwards = Boolean(first && last && first > last)
    setBackwards(areBackwards)
    if (areBackwards) return
    onSearch({
      ...(person && { person }),
      ...(action && { action }),
      ...(first && { from: first }),
      ...(last && { to: addDays(last, 1) }),
      ...((first || last) && { tz: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    })
  }

  const day = { type: 'date', min: '1970-01-01', max: '9998-12-31', 'aria-describedby': faultId } as const
  return (
    <div className="mb-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 max-w-sm flex-[1_1_14rem]">
          <Field label={words.log_person} name="person" maxLength={300} dir="auto" />
        </div>
        <label className="block min-w-0">
          <span className="mb-1 block font-semibold text-caption text-muted">{words.what}</span>
          <select name="action" className={`${FIELD} max-w-full`}>
            <option value="">{words.any_deed}</option>
            {Object.entries(words.deeds).map(([action, deed]) => (
              <option key={action} value={action}>
                {deed}
              </option>
            ))}
          </select>
        </label>
        <div>
          <Field label={usage.first_day} name="first" aria-invalid={isBackwards} {...day} />
        </div>
        <div>
          <Field label={usage.last_day} name="last" aria-invalid={isBackwards} {...day} />
        </div>
        <Button type="submit" className="pointer-coarse:min-h-11">
          {words.search}
        </Button>
      </form>
      <p id={faultId} role="alert" className="mt-2 text-danger text-small empty:hidden">
        {isBackwards && usage.days_backwards}
      </p>
    </div>
  )
}
