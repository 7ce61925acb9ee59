import { z } from 'zod'
import { REASONING_EFFORTS } from './effort-order.ts'
export const ReasoningEffort = z.enum(REASONING_EFFORTS)
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

/** The words of providers in the same order; `default` is what a model does that can only be switched on and off. */
const RANKS: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 3,
  default: 3,
  high: 4,
  xhigh: 5,
  max: 6,
}

/** Those that mean one of ours where the model does not know that by its own name. */
const SYNONYMS: Partial<Readonly<Record<ReasoningEffort, string>>> = { medium: 'default', max: 'xhigh' }

/** What may be asked of a model that knows these words: each asks for something else. */
export function effortsOf(words: readonly string[]): ReasoningEffort[] {
  return REASONING_EFFORTS.filter((effort) => words.includes(effort) || words.includes(SYNONYMS[effort] ?? effort))
}

/**
 * The model's own word for an effort: the same one, else the next above it, else the highest that there is. DeepSeek reads
 * medium as high in the same way. Null for a model that knows none.
 */
export function wordFor(effort: ReasoningEffort, words: readonly string[]): string | null {
  if (words.includes(effort)) return effort
  const ranked = words.filter((word) => Object.hasOwn(RANKS, word)).sort((a, b) => rankOf(a) - rankOf(b))
  return ranked.find((word) => rankOf(word) >= rankOf(effort)) ?? ranked.at(-1) ?? null
}

function rankOf(word: string): number {
  return RANKS[word] ?? 0
}
