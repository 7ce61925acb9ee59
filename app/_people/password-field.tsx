'use client'

import { useId, useState } from 'react'
import { FIELD } from '../_providers/field.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { IconButton } from '../_ui/icon-button.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'

/** What is typed is in the field alone, and is no value of React's, which would write it into the document. */
export function PasswordField({
  name,
  label,
  about,
  isNew,
  isFocused,
  problem,
}: {
  name: string
  label: string
  about?: string
  /** One that is chosen here: a password manager offers another one then. */
  isNew?: boolean
  /** Has the focus when it comes to the page. */
  isFocused?: boolean
  problem?: string | null
}) {
  const words = useLateTexts().people
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-caption text-muted">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          // biome-ignore lint/a11y/noAutofocus: it comes to a page because somebody has to fill it in
          autoFocus={isFocused}
          maxLength={200}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-about`}
          className={`${FIELD} pe-12 aria-invalid:border-danger`}
        />
        <span className="absolute inset-y-0 end-0 flex items-center">
          <IconButton
            icon={LATE_ICONS.eye}
            label={words.show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </span>
      </div>
      <span
        id={`${id}-about`}
        className={problem ? 'mt-1 block text-caption text-danger' : 'mt-1 block text-caption text-muted empty:hidden'}
      >
        {problem ?? about}
      </span>
    </div>
  )
}
