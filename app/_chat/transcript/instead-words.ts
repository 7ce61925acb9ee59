import type { Model } from '#lib/api/model.ts'
import type { InsteadOf } from '#lib/canonical/message.ts'
import type { Texts } from '../../_texts/texts.ts'
import { failureWords, modelLabel } from '../models/model.ts'

/** Models that were asked before in a turn and failed, in their order, and the one that has it now. */
export interface Instead {
  failed: readonly InsteadOf[]
  by: string
}

/** A sentence for each that failed: why, and which was asked then. */
export function insteadWords(
  { transcript: words, models: modelWords }: Pick<Texts, 'transcript' | 'models'>,
  { failed, by }: Instead,
  models: readonly Model[],
): string[] {
  const label = (id: string) => modelLabel(id, models)
  return failed.map(({ model, error_class }, at) =>
    words.instead_of(label(model), failureWords(modelWords, error_class), label(failed[at + 1]?.model ?? by)),
  )
}
