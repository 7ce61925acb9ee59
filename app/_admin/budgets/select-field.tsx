import { FIELD } from '../../_providers/field.tsx'
import { Labelled } from '../labelled.tsx'

/** A choice among what has a name; `''`, and what is not among them, is none. */
export function SelectField({
  label,
  hint = null,
  options,
  value,
  fault,
  onChange,
}: {
  label: string
  hint?: string | null
  options: readonly { id: string; name: string }[]
  value: string
  fault: string | null
  onChange: (id: string) => void
}) {
  return (
    <Labelled label={label} hint={hint} fault={fault}>
      {(id, faultId) => (
        <select
          id={id}
          value={options.some((option) => option.id === value) ? value : ''}
          aria-invalid={fault !== null}
          aria-describedby={faultId}
          onChange={({ target }) => onChange(target.value)}
          className={`${FIELD} aria-invalid:border-danger`}
        >
          <option value="" disabled hidden />
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
