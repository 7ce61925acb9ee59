'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { SelectField } from '../budgets/select-field.tsx'
import {
  type FieldPredicate,
  isFieldPredicate,
  PREDICATE_FIELDS,
  SIDE_EFFECTS,
  shownValue,
  typedValue,
} from './predicate-field.ts'
import type { FormCondition } from './rule-text.ts'
import { TypedField } from './typed-field.tsx'

/** One thing that must hold; what is made of others is shown as it stands. */
export function ConditionField({
  condition: [says, value],
  onChange,
  onRemove,
}: {
  condition: FormCondition
  onChange: (value: unknown) => void
  onRemove: () => void
}) {
  const words = useAdminTexts().routing
  const isField = isFieldPredicate(says)
  return (
    <li className="flex items-start gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        {isField ? (
          <PredicateField says={says} value={value} onChange={onChange} />
        ) : (
          <>
            <code className="block whitespace-pre-wrap text-small [overflow-wrap:anywhere]">
              {`${says}: ${JSON.stringify(value, null, 1)}`}
            </code>
            <span className="block text-caption text-muted">{words.only_in_text}</span>
          </>
        )}
      </div>
      <IconButton icon="trash" label={words.remove(isField ? words.predicates[says] : says)} onClick={onRemove} />
    </li>
  )
}

function PredicateField({
  says,
  value,
  onChange,
}: {
  says: FieldPredicate
  value: unknown
  onChange: (value: unknown) => void
}) {
  const words = useAdminTexts().routing
  const { kind } = PREDICATE_FIELDS[says]
  const label = words.predicates[says]
  if (kind === 'yes') {
    const options = [
      { id: 'true', name: words.yes },
      { id: 'false', name: words.no },
    ]
    return (
      <SelectField
        label={label}
        options={options}
        value={String(value)}
        fault={null}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
    )
  }
  if (kind === 'span') return <SpanField label={label} value={value} onChange={onChange} />
  if (kind === 'effects') return <EffectsField label={label} value={value} onChange={onChange} />
  return (
    <TypedField
      label={label}
      hint={kind === 'list' ? words.separated : null}
      inputMode={kind === 'count' ? 'numeric' : kind === 'dollars' ? 'decimal' : 'text'}
      value={shownValue(value)}
      onTyped={(typed) => onChange(typedValue(kind, typed))}
    />
  )
}

type Part = { label: string; value: unknown; onChange: (value: unknown) => void }

function SpanField({ label, value, onChange }: Part) {
  const words = useAdminTexts().routing
  const [from = '', until = ''] = Array.isArray(value) ? value.map(String) : []
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-caption text-muted">{label}</legend>
      <div className="grid max-w-80 grid-cols-2 gap-3">
        <TypedField type="time" label={words.from} value={from} onTyped={(typed) => onChange([typed, until])} />
        <TypedField type="time" label={words.until} value={until} onTyped={(typed) => onChange([from, typed])} />
      </div>
    </fieldset>
  )
}

function EffectsField({ label, value, onChange }: Part) {
  const words = useAdminTexts().routing
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-caption text-muted">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {SIDE_EFFECTS.map((effect) => (
          <label key={effect} className="inline-flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(effect)}
              onChange={({ target }) =>
                onChange(SIDE_EFFECTS.filter((each) => (each === effect ? target.checked : chosen.includes(each))))
              }
              className="size-4 accent-(--accent-solid)"
            />
            {words.side_effects[effect]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
