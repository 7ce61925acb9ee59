'use client'

import { type FormEvent, useState } from 'react'
import { LONGEST_PRICED_ID, PRICED_ID } from '#lib/pricing/price-form.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Labelled } from '../labelled.tsx'
import type { ModelNames } from './use-model-names.ts'

/** Takes the id of a model that has no row yet. */
export function AddModel({
  names,
  suggestions,
  isThere,
  onAdd,
  onSaid,
}: {
  names: ModelNames
  suggestions: readonly string[]
  isThere: (id: string) => boolean
  onAdd: (id: string) => void
  onSaid: (words: string) => void
}) {
  const words = useAdminTexts().prices
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  function add(event: FormEvent) {
    event.preventDefault()
    const id = typed.trim()
    if (!PRICED_ID.test(id)) return setFault(words.no_model_id)
    if (!names.isProvider(providerOf(id))) return setFault(words.no_provider(providerOf(id)))
    if (isThere(id)) onSaid(words.row_is_there(names.labelOf(id)))
    setTyped('')
    onAdd(id)
  }

  return (
    <form noValidate aria-label={words.add_model} onSubmit={add} className="mt-4 max-w-md">
      <Labelled label={words.add_model_name} fault={fault}>
        {(id, faultId) => (
          <span className="flex gap-2">
            <input
              id={id}
              list={`${id}-models`}
              maxLength={LONGEST_PRICED_ID}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              aria-invalid={fault !== null}
              aria-describedby={faultId}
              onChange={(event) => {
                setTyped(event.target.value)
                setFault(null)
              }}
              className={`${FIELD} aria-invalid:border-danger`}
            />
            <datalist id={`${id}-models`}>
              {suggestions.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
            <Button type="submit" className="shrink-0 pointer-coarse:min-h-11">
              {words.add}
            </Button>
          </span>
        )}
      </Labelled>
    </form>
  )
}
