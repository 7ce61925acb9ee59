'use client'

import type { FormEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { type SaidPreset, usePresetChanges } from '../../_client/use-preset-changes.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { presetProblem } from './preset-problem.ts'

type Step =
  | { at: 'offered' }
  | { at: 'named'; problem: string | null }
  | { at: 'saving' }
  | { at: 'kept'; name: string }

/** Keeps what a chat is asked for as something that others may begin with. */
export function SavePreset({ values }: { values: Omit<SaidPreset, 'name'> }) {
  const texts = useTexts()
  const late = useLateTexts()
  const { presets: words } = late
  const { create } = usePresetChanges()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [step, setStep] = useState<Step>({ at: 'offered' })
  const problem = step.at === 'named' ? step.problem : null
  const isNamed = step.at === 'named'
  // Who wants to name it, or has to name it otherwise, goes on in the field.
  useEffect(() => {
    if (isNamed) field.current?.focus()
  }, [isNamed])
  // The panel that it stands at the end of may end above it.
  useEffect(() => {
    if (problem !== null) field.current?.form?.scrollIntoView?.({ block: 'nearest' })
  }, [problem])

  async function save(event: FormEvent) {
    event.preventDefault()
    // It stands in the page of a form's own form, where there is one.
    event.stopPropagation()
    if (name.trim() === '') return setStep({ at: 'named', problem: words.name_missing })
    setStep({ at: 'saving' })
    try {
      const { name: kept } = await create({ name: name.trim(), ...values })
      setName('')
      setStep({ at: 'kept', name: kept })
    } catch (error) {
      setStep({ at: 'named', problem: presetProblem(texts, late, error) })
    }
  }

  if (step.at === 'offered' || step.at === 'kept') {
    return (
      <div className="space-y-1.5">
        <Button onClick={() => setStep({ at: 'named', problem: null })} className="pointer-coarse:min-h-11">
          {words.save_as}
        </Button>
        <p role="status" className="text-caption text-muted">
          {step.at === 'kept' ? words.kept_as(step.name) : words.save_about}
        </p>
      </div>
    )
  }
  return (
    <form aria-label={words.save_as} onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className="block pb-1 font-semibold text-caption text-muted">
        {words.name}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          value={name}
          maxLength={60}
          autoComplete="off"
          dir="auto"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setName(event.target.value)}
          className="h-9 min-w-0 flex-1 rounded-control border border-line-control bg-canvas px-2.5 text-base outline-none focus-visible:border-accent aria-invalid:border-danger md:text-ui pointer-coarse:h-11"
        />
        <Button type="submit" variant="primary" disabled={step.at === 'saving'} className="pointer-coarse:min-h-11">
          {words.save}
        </Button>
      </div>
      <p id={`${id}-problem`} role="alert" className="pt-1 text-caption text-danger empty:hidden">
        {problem}
      </p>
    </form>
  )
}
