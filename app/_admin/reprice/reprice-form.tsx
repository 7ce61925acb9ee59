'use client'

import { type FormEvent, useId, useState } from 'react'
import type { PriceVersion } from '#lib/api/price.ts'
import { FIELD } from '../../_providers/field.tsx'
import { Fault } from '../../_settings/fault.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { addDays, dayIn, isDay } from '../usage/period.ts'
import type { Asked } from './use-reprices.ts'

const DAYS = 30

/** By which version, and of which days: the first and the last one both belong to them. */
export function RepriceForm({
  versions,
  inForce,
  timeZone,
  onAsk,
}: {
  versions: readonly PriceVersion[]
  inForce: string
  timeZone: string
  onAsk: (asked: Asked) => void
}) {
  const { reprices: words, usage } = useAdminTexts()
  const id = useId()
  const [chosen, choose] = useState<string | null>(null)
  const version = chosen ?? inForce
  const [last, setLast] = useState(() => dayIn(timeZone, new Date()))
  const [first, setFirst] = useState(() => addDays(last, 1 - DAYS))
  const areDays = isDay(first) && isDay(last)
  const isBackwards = areDays && first > last

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!areDays || isBackwards) return
    onAsk({ from: first, to: addDays(last, 1), tz: timeZone, pricing_version: version })
  }

  return (
    <form onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <label className="block min-w-0 max-sm:w-full">
          <span className="mb-1 block font-semibold text-caption text-muted">{words.version}</span>
          <select value={version} onChange={({ target }) => choose(target.value)} className={FIELD}>
            {versions.toReversed().map(({ pricing_version }) => (
              <option key={pricing_version} value={pricing_version}>
                {pricing_version === inForce ? words.in_force(pricing_version) : pricing_version}
              </option>
            ))}
          </select>
        </label>
        {(
          [
            ['first', usage.first_day, first, setFirst],
            ['last', usage.last_day, last, setLast],
          ] as const
        ).map(([key, label, value, set]) => (
          <label key={key} className="block max-sm:flex-1">
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
        <Button type="submit" disabled={!areDays || isBackwards} className="pointer-coarse:min-h-11">
          {words.try}
        </Button>
      </div>
      <Fault id={id} words={isBackwards ? usage.days_backwards : null} />
    </form>
  )
}
