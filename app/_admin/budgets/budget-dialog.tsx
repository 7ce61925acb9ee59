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
import { type BudgetForm, changeOf, faultsOfForm, formOf } from './budget-form.ts'
import { useBudgetName } from './use-budget-name.ts'

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
  const faults = faultsOfForm(form, admin)
  const set = (fields: Partial<BudgetForm>) => setForm({ ...form, ...fields })
  const name = useBudgetName(form)
  const title = budget ? words.change_this(name) : words.add

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What is wrong is marked before the first of it is looked for.
    flushSync(() => setChecked(true))
    if (faults.limit || faults.route_to) {
      return element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    setSending(true)
    setRefusal(null)
    const { scope, period } = form
    try {
      if (budget) await change(budget.id, changeOf(form))
      else await create({ scope, period, time_zone: zoneHere(), ...changeOf(form) })
      onClose()
    } catch (error) {
      setSending(false)
      setRefusal(errorWords(texts, error))
    }
  }

  return (
    <Dialog label={title} onClose={onClose}>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <h2 className="font-semibold font-serif text-h3">{title}</h2>
        {!budget && <Whose form={form} set={set} />}
        <Labelled label={words.limit} fault={isChecked ? faults.limit : null}>
          {(id, faultId) => (
            <input
              id={id}
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              value={form.limit}
              aria-invalid={isChecked && faults.limit !== null}
              aria-describedby={faultId}
              onChange={({ target }) => set({ limit: target.value })}
              className={`${FIELD} figure max-w-48 aria-invalid:border-danger`}
            />
          )}
        </Labelled>
        <fieldset>
          <legend className="mb-1 font-semibold text-caption text-muted">{words.at_the_end}</legend>
          <Choice
            name="ends"
            label={words.block}
            isChosen={form.ends === 'block'}
            onChoose={() => set({ ends: 'block' })}
          />
          <Choice
            name="ends"
            label={words.route}
            isChosen={form.ends === 'route'}
            onChoose={() => set({ ends: 'route' })}
          />
          {form.ends === 'route' && (
            <div className="mt-1 ps-7">
              <ModelField
                value={form.route_to}
                fault={isChecked ? faults.route_to : null}
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

/** Whom it counts and in which time: what stays once it is there. */
function Whose({ form: { scope, period }, set }: { form: BudgetForm; set: (fields: Partial<BudgetForm>) => void }) {
  const words = useAdminTexts().budgets
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold text-caption text-muted">{words.whose}</legend>
        {(['installation', 'person'] as const).map((each) => (
          <Choice
            key={each}
            name="scope"
            label={words.whose_names[each]}
            about={words.whose_about[each]}
            isChosen={scope === each}
            onChoose={() => set({ scope: each })}
          />
        ))}
      </fieldset>
      <Labelled label={words.period} hint={words.period_about(zoneHere())}>
        {(id) => (
          <select
            id={id}
            value={period}
            onChange={({ target }) => set({ period: target.value as BudgetForm['period'] })}
            className={`${FIELD} max-w-48`}
          >
            {(['day', 'month'] as const).map((each) => (
              <option key={each} value={each}>
                {words.periods[each]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </>
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
    <Labelled label={words.route_model} fault={fault}>
      {(id, faultId) => (
        <select
          id={id}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={faultId}
          onChange={({ target }) => onChange(target.value)}
          className={`${FIELD} aria-invalid:border-danger`}
        >
          <option value="" disabled hidden />
          {usable.map((model) => (
            <option key={model.id} value={model.id}>
              {`${model.label} (${model.provider_label})`}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

function Choice({
  name,
  label,
  about,
  isChosen,
  onChoose,
}: {
  name: string
  label: string
  about?: string
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <label className="flex min-h-(--row) items-start gap-3 py-1 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-(--accent-solid)"
      />
      <span>
        {label}
        {about && <span className="block text-caption text-muted">{about}</span>}
      </span>
    </label>
  )
}
