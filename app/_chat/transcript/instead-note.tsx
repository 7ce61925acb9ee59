'use client'

import type { InsteadOf } from '#lib/canonical/message.ts'
import { useModels } from '../../_client/use-api.ts'
import { useTexts } from '../../_texts/texts.ts'
import { failureWords, modelLabel } from '../models/model.ts'

/** Over an answer by another model than the one that was asked: which one failed, and why. */
export function InsteadNote({ failed }: { failed: readonly InsteadOf[] }) {
  const { transcript: words, models: modelWords } = useTexts()
  const models = useModels().data?.models ?? []
  return (
    <ul className="text-caption text-muted">
      {failed.map(({ model, error_class }) => (
        <li key={model} dir="auto">
          {words.instead_of(modelLabel(model, models), failureWords(modelWords, error_class))}
        </li>
      ))}
    </ul>
  )
}
