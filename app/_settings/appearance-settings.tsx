'use client'

import { useId } from 'react'
import type { AppearanceName, AppearanceValue } from '../_ui/appearance.ts'
import { useAppearance } from '../_ui/use-appearance.ts'
import { PageTitle } from './page-title.tsx'

type Choice<N extends AppearanceName> = { value: AppearanceValue<N>; label: string; about: string }

const THEME: readonly Choice<'theme'>[] = [
  { value: 'system', label: 'As the system', about: 'Light by day and dark by night, where the system does so' },
  { value: 'light', label: 'Light', about: 'Dark ink on paper' },
  { value: 'dark', label: 'Dark', about: 'Light ink on a dark ground' },
]

const DENSITY: readonly Choice<'density'>[] = [
  { value: 'comfortable', label: 'Comfortable', about: 'Room between rows and turns' },
  { value: 'compact', label: 'Compact', about: 'Lower rows and smaller text; nothing is hidden' },
]

const READING: readonly Choice<'reading'>[] = [
  { value: 'serif', label: 'With serifs', about: 'Conversations are set as in a book' },
  { value: 'sans', label: 'Without serifs', about: 'Conversations are set as the rest of the product' },
]

/** How the pages look in this browser. */
export function AppearanceSettings() {
  return (
    <>
      <title>Appearance · Metis</title>
      <PageTitle title="Appearance" about="Kept in this browser, and used at once." />
      <div className="max-w-2xl space-y-8">
        <Choices name="theme" title="Theme" choices={THEME} />
        <Choices name="density" title="Density" choices={DENSITY} />
        <Choices name="reading" title="Conversations" choices={READING} />
        <p className="border-line border-t pt-6 font-serif text-body">
          A sentence of a conversation looks like this: the next model reads what was said before.
        </p>
      </div>
    </>
  )
}

function Choices<N extends AppearanceName>({
  name,
  title,
  choices,
}: {
  name: N
  title: string
  choices: readonly Choice<N>[]
}) {
  const [chosen, change] = useAppearance(name)
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-semibold font-serif text-h3">{title}</legend>
      {choices.map(({ value, label, about }) => (
        <label
          key={value}
          className="flex min-h-(--row) items-start gap-3 border-line border-b py-2 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={id}
            value={value}
            checked={chosen === value}
            onChange={() => change(value)}
            className="mt-1 size-4 accent-(--accent-solid)"
          />
          <span>
            {label}
            <span className="block text-caption text-muted">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
