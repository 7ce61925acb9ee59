'use client'

import { PageTitle } from '../_frame/page-title.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { APPEARANCE, type AppearanceName, type AppearanceValue } from '../_ui/appearance.ts'
import { useAppearance } from '../_ui/use-appearance.ts'
import { Choices } from './choices.tsx'
import { LanguageChoice } from './language-choice.tsx'

/** How the pages look in this browser. */
export function AppearanceSettings() {
  const words = useLateTexts().settings
  return (
    <>
      <title>{`${words.appearance} · Metis`}</title>
      <PageTitle title={words.appearance} about={words.appearance_about} />
      <div className="max-w-2xl space-y-8">
        <LanguageChoice />
        <AppearanceChoice name="theme" title={words.theme} labels={words.themes} />
        <AppearanceChoice name="density" title={words.density} labels={words.densities} />
        <AppearanceChoice name="reading" title={words.reading} labels={words.readings} />
        <p className="border-line border-t pt-6 font-serif text-body">{words.reading_sample}</p>
      </div>
    </>
  )
}

function AppearanceChoice<N extends AppearanceName>({
  name,
  title,
  labels,
}: {
  name: N
  title: string
  labels: Readonly<Record<AppearanceValue<N>, { label: string; about: string }>>
}) {
  const [chosen, change] = useAppearance(name)
  const values: readonly AppearanceValue<N>[] = APPEARANCE[name].values
  return (
    <Choices
      title={title}
      choices={values.map((value) => ({ value, ...labels[value] }))}
      chosen={chosen}
      onChoose={change}
    />
  )
}
