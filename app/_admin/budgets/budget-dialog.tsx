'use client'

import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isUsable } from '../../_chat/models/model.ts'
import { errorWords } from '../../_client/error-words.ts'
import { useModels } from '../../_client/use-api.ts'
import { type ListedBudget, useBudgetChanges } from '../../_client/use-budgets.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { Labelled } from '../labelled.tsx'
import { zoneHere } from '../prices/local-time.ts'
import { RadioRow } from '../radio-row.tsx'
import { type BudgetFaults, type BudgetForm, changeOf, faultsOfForm, formOf, subjectOf } from './budget-form.ts'
import { SelectField } from './select-field.tsx'
import { unknownSubject } from './unknown-subject.ts'
import { useBudgetNames } from './use-budget-names.ts'
import { WhoseFields } from './whose-fields.tsx'

const NO_FAULTS: BudgetFaults = { person_id: null, team_id: null, limit: null, route_to: null }

/** A new budget, or the limit of one that is there and what happens at it. */
export function BudgetDialog({ budget, onClose }: { budget: ListedBudget | null; onClose: () => void }) {
  const texts = useTexts()
  const admin = useAdminTexts()
  const words = admin.budgets
  const { create, change } = useBudgetChanges()
  const element = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState(() => formOf(budget))
  const [isChecked, setChecked] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [gone, setGone] = useState<'person_id' | 'team_id' | null>(null)
  const faults = faultsOfForm(form, gone, admin)
  const shownFaults: BudgetFaults = isChecked ? faults : NO_FAULTS
  const set = (fields: Partial<BudgetForm>) => setForm({ ...form, ...fields })
  const { nameOf, signsIn, refetch } = useBudgetNames()
  const title = budget ? words.change_this(nameOf(budget)) : words.add
  const toFirstFault = () => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What is wrong is marked before the first of it is looked for.
    flushSync(() => setChecked(true))
    if (Object.values(faults).some((fault) => fault !== null)) return toFirstFault()
    setSending(true)
    setRefusal(null)
    try {
      if (budget) await change(budget.id, changeOf(form))
      else await create({ ...subjectOf(form), time_zone: zoneHere(), ...changeOf(form) })
      onClose()
    } catch (error) {
      const field = unknownSubject(error)
      // Before the first fault is looked for, the choice is taken back.
      flushSync(() => {
        setSending(false)
        setGone(field)
        if (field) set({ [field]: '' })
        else setRefusal(errorWords(texts, error))
      })
      if (field) {
        toFirstFault()
        void refetch()
      }
    }
  }

  return (
    <Dialog label={title} onClose={onClose}>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <h2 className="font-semibold font-serif text-h3">{title}</h2>
        {!budget && <WhoseFields form={form} faults={shownFaults} signsIn={signsIn} set={set} />}
        <Labelled label={words.limit} fault={shownFaults.limit}>
          {(id, faultId) => (
            <input
              id={id}
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              value={form.limit}
              aria-invalid={shownFaults.limit !== null}
              aria-describedby={faultId}
              onChange={({ target }) => set({ limit: target.value })}
              className={`${FIELD} figure max-w-48 aria-invalid:border-danger`}
            />
          )}
        </Labelled>
        <fieldset>
          <legend className="mb-1 font-semibold text-caption text-muted">{words.at_the_end}</legend>
          <RadioRow
            name="ends"
            label={words.block}
            isChosen={form.ends === 'block'}
            onChoose={() => set({ ends: 'block' })}
          />
          <RadioRow
            name="ends"
            label={words.route}
            isChosen={form.ends === 'route'}
            onChoose={() => set({ ends: 'route' })}
          />
          {form.ends === 'route' && (
            <div className="mt-1 ps-7">
              <ModelField
                value={form.route_to}
                fault={shownFaults.route_to}
                onChange={(route_to) => set({ route_to })}
              />
            </div>
          )}
        </fieldset>
        <label className="flex min-h-(--row) items-start gap-3 py-1 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={form.allows_unpriced}
            onChange={({ target }) => set({ allows_unpriced: target.checked })}
            className="mt-1 size-4 shrink-0 accent-(--accent-solid)"
          />
          {words.unpriced_field}
        </label>
        <p role="alert" className="text-danger text-small empty:hidden">
          {refusal}
        </p>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={isSending} className="pointer-coarse:min-h-11">
            {budget ? words.save : words.create}
          </Button>
          <Button onClick={onClose} className="pointer-coarse:min-h-11">
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ModelField({
  value,
  fault,
  onChange,
}: {
  value: string
  fault: string | null
  onChange: (id: string) => void
}) {
  const words = useAdminTexts().budgets
  const models = useModels().data?.models ?? []
  const usable = models.filter((model) => isUsable(model) || model.id === value)
  return (
    <SelectField
      label={words.route_model}
      options={usable.map(({ id, label, provider_label }) => ({ id, name: `${label} (${provider_label})` }))}
      value={value}
      fault={fault}
      onChange={onChange}
    />
  )
}
