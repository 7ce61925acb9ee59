'use client'

import type { RuleNote } from '../../_client/use-routing.ts'
import { Said } from '../../_content/said.tsx'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Labelled } from '../labelled.tsx'
import { ConditionField } from './condition-field.tsx'
import { RuleModelField } from './model-field.tsx'
import { type FieldPredicate, PREDICATE_FIELDS } from './predicate-field.ts'
import type { FormRule } from './rule-text.ts'
import { TypedField } from './typed-field.tsx'

export interface RuleCardProps {
  rule: FormRule
  index: number
  count: number
  aliases: readonly string[]
  notes: readonly RuleNote[]
  /** `undefined` takes it out; an empty path means the rule itself. */
  onChange: (path: readonly string[], value: unknown) => void
  onMove: (to: number) => void
}

/** Which of a rule's buttons is pressed, to find it where the rule is then. */
export const moveButton = (index: number, way: 'earlier' | 'later') => `rule-${index}-${way}`

/** One rule: its conditions, its model, and its place among the others. */
export function RuleCard({ rule, index, count, aliases, notes, onChange, onMove }: RuleCardProps) {
  const words = useAdminTexts().routing
  const { name, note, use, when } = rule
  const move = (way: 'earlier' | 'later', to: number) => (
    <IconButton
      id={moveButton(index, way)}
      icon={way === 'earlier' ? 'arrow-up' : 'arrow-down'}
      label={words[way](name)}
      aria-disabled={to < 0 || to >= count}
      onClick={() => onMove(to)}
      className="aria-disabled:opacity-45"
    />
  )
  return (
    <li aria-label={words.rule_of(name)} className="rounded-control border border-line bg-raised p-4">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h3 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{`${index + 1}. ${name}`}</h3>
        <div className="flex shrink-0">
          {move('earlier', index - 1)}
          {move('later', index + 1)}
          <IconButton icon="trash" label={words.remove(words.rule_of(name))} onClick={() => onChange([], undefined)} />
        </div>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <TypedField label={words.rule_name} value={name} onTyped={(typed) => onChange(['name'], typed.trim())} />
        <RuleModelField value={use} aliases={aliases} onChange={(chosen) => onChange(['use'], chosen)} />
        <div className="md:col-span-2">
          <TypedField
            label={words.rule_note}
            maxLength={500}
            value={note}
            onTyped={(typed) => onChange(['note'], typed.trim() || undefined)}
          />
        </div>
      </div>
      <h4 className="mt-4 font-semibold text-small">{words.conditions}</h4>
      <p className="text-caption text-muted">{words.all_must_hold}</p>
      <ul className="mt-1">
        {when.map((condition) => (
          <ConditionField
            key={condition[0]}
            condition={condition}
            onChange={(value) => onChange(['when', condition[0]], value)}
            onRemove={() => onChange(['when', condition[0]], undefined)}
          />
        ))}
      </ul>
      <AddCondition
        taken={when.map(([says]) => says)}
        onAdd={(says) => onChange(['when', says], PREDICATE_FIELDS[says].begins)}
      />
      <ul className="mt-2 text-danger text-small empty:hidden">
        {notes.map(({ line, column, problem }) => (
          <li key={`${line} ${column} ${problem}`} className="[overflow-wrap:anywhere]">
            <Said sentence={problem} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function AddCondition({ taken, onAdd }: { taken: readonly string[]; onAdd: (says: FieldPredicate) => void }) {
  const words = useAdminTexts().routing
  const left = (Object.keys(PREDICATE_FIELDS) as FieldPredicate[]).filter((says) => !taken.includes(says))
  return (
    <Labelled label={words.add_condition}>
      {(id) => (
        <select
          id={id}
          value=""
          onChange={({ target }) => onAdd(target.value as FieldPredicate)}
          className={`${FIELD} max-w-96`}
        >
          <option value="" disabled hidden />
          {left.map((says) => (
            <option key={says} value={says}>
              {words.predicates[says]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
