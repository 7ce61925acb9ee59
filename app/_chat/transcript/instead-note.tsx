'use client'

import { useModels } from '../../_client/use-api.ts'
import { useTexts } from '../../_texts/texts.ts'
import { type Instead, insteadWords } from './instead-words.ts'

/** Over an answer by another model than the one that was asked. */
export function InsteadNote(instead: Instead) {
  const texts = useTexts()
  const models = useModels().data?.models ?? []
  return (
    <ul className="text-caption text-muted">
      {insteadWords(texts, instead, models).map((sentence) => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
}
