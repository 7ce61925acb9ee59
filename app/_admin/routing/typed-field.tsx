'use client'

import type { ComponentProps } from 'react'
import { FIELD } from '../../_providers/field.tsx'
import { Labelled } from '../labelled.tsx'

/** A field whose text counts once it is left: what is typed half is no rule. */
export function TypedField({
  label,
  hint = null,
  value,
  onTyped,
  ...props
}: Omit<ComponentProps<'input'>, 'value' | 'onBlur'> & {
  label: string
  hint?: string | null
  value: string
  onTyped: (typed: string) => void
}) {
  return (
    <Labelled label={label} hint={hint}>
      {(id) => (
        <input
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          {...props}
          key={value}
          id={id}
          defaultValue={value}
          onBlur={({ target }) => target.value !== value && onTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
          className={FIELD}
        />
      )}
    </Labelled>
  )
}
