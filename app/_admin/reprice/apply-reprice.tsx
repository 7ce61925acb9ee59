'use client'

import { type FormEvent, useId, useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { FIELD } from '../../_providers/field.tsx'
import { Fault } from '../../_settings/fault.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { type Asked, useRepriceChanges } from './use-reprices.ts'

/** Keeps what was tried, with the reason for it. */
export function ApplyReprice({ asked }: { asked: Asked }) {
  const texts = useTexts()
  const words = useAdminTexts().reprices
  const { apply } = useRepriceChanges()
  const id = useId()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [step, setStep] = useState<'said' | 'sending' | 'begun'>('said')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') return setFault(words.reason_missing)
    setStep('sending')
    setFault(null)
    try {
      await apply(asked, reason.trim())
      setStep('begun')
    } catch (error) {
      setStep('said')
      setFault(errorWords(texts, error))
    }
  }

  if (step === 'begun')
    return (
      <p role="status" className="mt-4 border-line border-t pt-4 text-small">
        {words.begun}
      </p>
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 border-line border-t pt-4">
      <label htmlFor={id} className="mb-1 block font-semibold text-caption text-muted">
        {words.reason}
      </label>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <input
          id={id}
          value={reason}
          maxLength={2_000}
          required
          autoComplete="off"
          aria-invalid={fault !== null}
          aria-describedby={`${id}-hint ${id}-fault`}
          onChange={({ target }) => {
            setReason(target.value)
            setFault(null)
          }}
          className={`${FIELD} max-w-[32rem] flex-1 basis-64`}
        />
        <Button type="submit" variant="primary" disabled={step === 'sending'} className="pointer-coarse:min-h-11">
          {words.apply}
        </Button>
      </div>
      <span id={`${id}-hint`} className="mt-1 block text-caption text-muted">
        {words.reason_hint}
      </span>
      <Fault id={`${id}-fault`} words={fault} />
    </form>
  )
}
