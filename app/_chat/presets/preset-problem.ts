import { errorWords } from '../../_client/error-words.ts'
import { ApiError } from '../../_client/use-api.ts'
import type { LateTexts, Texts } from '../../_texts/texts.ts'

/** Why a preset was not kept, and what to do. */
export function presetProblem(texts: Texts, { presets: words }: Pick<LateTexts, 'presets'>, error: unknown): string {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'name_taken') return words.name_taken
  if (code === 'too_many') return words.too_many
  if (code === 'not_found') return words.gone
  return errorWords(texts, error)
}
