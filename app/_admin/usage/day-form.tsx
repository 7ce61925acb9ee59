'use client'

import { type FormEvent, useId } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { DayFields, useDayFields } from '../day-fields.tsx'
import type { Days } from './period.ts'

/** The first and the last day, which both belong to it. */
export function DayForm({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const words = useAdminTexts().usage
  const id = useId()
  const fields = useDayFields(() => days)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (fields.days) onChoose(fields.days)
  }

  return (
    <form onSubmit={submit} className="w-[min(18rem,calc(100vw-1.5rem))] p-4">
      <DayFields fields={fields} faultId={id} className="mb-3 block" />
      <p id={id} role="alert" className="mb-3 text-danger text-small empty:hidden">
        {fields.isBackwards && words.days_backwards}
      </p>
      <Button type="submit" variant="primary" disabled={!fields.days} className="pointer-coarse:min-h-11">
        {words.show_days}
      </Button>
    </form>
  )
}
