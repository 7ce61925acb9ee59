'use client'

import { type FormEvent, useId, useState } from 'react'
import type { PriceVersion } from '#lib/api/price.ts'
import { FIELD } from '../../_providers/field.tsx'
import { Fault } from '../../_settings/fault.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { DayFields, useDayFields } from '../day-fields.tsx'
import { lastDays } from './last-days.ts'
import type { Asked } from './use-reprices.ts'

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
  const fields = useDayFields(() => lastDays(timeZone))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (fields.days) onAsk({ ...fields.days, tz: timeZone, pricing_version: version })
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
        <DayFields fields={fields} faultId={id} className="block max-sm:flex-1" />
        <Button type="submit" disabled={!fields.days} className="pointer-coarse:min-h-11">
          {words.try}
        </Button>
      </div>
      <Fault id={id} words={fields.isBackwards ? usage.days_backwards : null} />
    </form>
  )
}
