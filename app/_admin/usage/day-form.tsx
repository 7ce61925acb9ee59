'use client'

import { type FormEvent, useId, useState } from 'react'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { addDays, type Days, isDay } from './period.ts'

/** The first and the last day, which both belong to it. */
export function DayForm({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const words = useAdminTexts().usage
  const id = useId()
  const [first, setFirst] = useState(days.from)
  const [last, setLast] = useState(addDays(days.to, -1))
  const areDays = isDay(first) && isDay(last)
  const isBackwards = areDays && first > last

  function submit(event: FormEvent) {
    event.preventDefault()
    if (areDays && !isBackwards) onChoose({ from: first, to: addDays(last, 1) })
  }

  return (
    <form onSubmit={submit} className="w-[min(18rem,calc(100vw-1.5rem))] p-4">
      {(
        [
          ['first', words.first_day, first, setFirst],
          ['last', words.last_day, last, setLast],
        ] as const
      ).map(([key, label, value, set]) => (
        <label key={key} className="mb-3 block">
          <span className="mb-1 block font-semibold text-caption text-muted">{label}</span>
          <input
            type="date"
            required
            min="1970-01-01"
            max="9998-12-31"
            value={value}
            aria-describedby={id}
            aria-invalid={isBackwards}
            onChange={({ target }) => set(target.value)}
            className={FIELD}
          />
        </label>
      ))}
      <p id={id} role="alert" className="mb-3 text-danger text-small empty:hidden">
        {isBackwards && words.days_backwards}
      </p>
      <Button type="submit" variant="primary" disabled={!areDays || isBackwards} className="pointer-coarse:min-h-11">
        {words.show_days}
      </Button>
    </form>
  )
}
