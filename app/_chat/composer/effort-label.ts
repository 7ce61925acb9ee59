import { nearestEffort } from '#lib/canonical/effort-order.ts'
import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'

/** A newer server may know others. */
const LABELS: Readonly<Record<string, string>> = {
  none: 'Off',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  max: 'Max',
} satisfies Record<ReasoningEffort, string>

/** `null` leaves it to the model. */
export function effortLabel(effort: ReasoningEffort | null): string {
  return effort === null ? 'Default' : (LABELS[effort] ?? effort)
}

/** What a choice means for a model, and what there is to say about that. */
export interface EffortAtModel {
  effort: ReasoningEffort | null
  note: string | null
}

export function effortAt(
  chosen: ReasoningEffort | null,
  model: { label: string; efforts: readonly ReasoningEffort[] } | undefined,
): EffortAtModel {
  if (!model) return { effort: chosen, note: null }
  const { label, efforts } = model
  if (efforts.length === 0) {
    const kept = chosen === null ? '' : ` Your choice, ${effortLabel(chosen)}, is kept for models that can.`
    return { effort: null, note: `${label} cannot be asked how much to reason.${kept}` }
  }
  const effort = chosen === null ? null : nearestEffort(chosen, efforts)
  if (effort === chosen) return { effort, note: null }
  return { effort, note: `${effortLabel(chosen)} is chosen; of ${label} ${effortLabel(effort)} is asked.` }
}
