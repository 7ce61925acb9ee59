'use client'

import { useTexts } from '../../_texts/texts.ts'
import { Example } from './example.tsx'
import { Tour } from './tour.tsx'

/** Things to try: one is put into the message field, to be sent or changed. */
export function ExamplePrompts({ scripted, onPick }: { scripted: boolean; onPick: (prompt: string) => void }) {
  const words = useTexts().composer
  return (
    <ul aria-label={words.examples}>
      {scripted && <Tour />}
      {(scripted ? words.scripted_examples : words.real_examples).map(({ title, about, prompt }) => (
        <Example key={title} title={title} about={about} onPick={() => onPick(prompt)} />
      ))}
    </ul>
  )
}
