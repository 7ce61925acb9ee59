'use client'

import { useState } from 'react'
import { FIELD } from '../_providers/field.tsx'
import { useAdminTexts } from '../_texts/admin-texts.ts'
import { addDays, type Days, isDay } from './usage/period.ts'

/** A first and a last day as people type them: both belong to it. `days` is null while they are none. */
export function useDayFields(initial: () => Days) {
  const [first, setFirst] = useState(() => initial().from)
  const [last, setLast] = useState(() => addDays(initial().to, -1))
  const areDays = isDay(first) && isDay(last)
  const isBackwards = areDays && first > last
  const days: Days | null = areDays && !isBackwards ? { from: first, to: addDays(last, 1) } : null
  return { first, setFirst, last, setLast, isBackwards, days }
}

/** `faultId`: of what says that they are the wrong way round. */
export function DayFields({
  fields: { first, setFirst, last, setLast, isBackwards },
  faultId,
  className,
}: {
  fields: ReturnType<typeof useDayFields>
  faultId: string
  className: string
}) {
  const words = useAdminTexts().usage
  return (
    [
      ['first', words.first_day, first, setFirst],
      ['last', words.last_day, last, setLast],
    ] as const
  ).map(([key, label, value, set]) => (
    <label key={key} className={className}>
      <span className="mb-1 block font-semibold text-caption text-muted">{label}</span>
      <input
        type="date"
        required
        min="1970-01-01"
        max="9998-12-31"
        value={value}
        aria-describedby={faultId}
        aria-invalid={isBackwards}
        onChange={({ target }) => set(target.value)}
        className={FIELD}
      />
    </label>
  ))
}
