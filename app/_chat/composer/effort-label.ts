import { nearestEffort } from '#lib/canonical/effort-order.ts'
import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import type { Texts } from '../../_texts/texts.ts'

/** `null` leaves it to the model. */
export function effortLabel({ composer: words }: Pick<Texts, 'composer'>, effort: ReasoningEffort | null): string {
  // A newer server may know others.
  return effort === null ? words.effort_default : (words.efforts[effort] ?? effort)
}

/** What a choice means for a model, and what there is to say about that. */
export interface EffortAtModel {
  effort: ReasoningEffort | null
  note: string | null
}

export function effortAt(
  texts: Pick<Texts, 'composer'>,
  chosen: ReasoningEffort | null,
  model: { label: string; efforts: readonly ReasoningEffort[] } | undefined,
): EffortAtModel {
  if (!model) return { effort: chosen, note: null }
  const { label, efforts } = model
  const words = texts.composer
  if (efforts.length === 0) {
    const impossible = words.effort_impossible(label)
    const kept = chosen === null ? '' : ` ${words.effort_kept(effortLabel(texts, chosen))}`
    return { effort: null, note: impossible + kept }
  }
  const effort = chosen === null ? null : nearestEffort(chosen, efforts)
  if (effort === chosen) return { effort, note: null }
  return { effort, note: words.effort_nearest(effortLabel(texts, chosen), label, effortLabel(texts, effort)) }
}
