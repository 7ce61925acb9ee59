import { wordFor } from '../../canonical/reasoning-effort.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'

/** In the model's own word for it; as asked where its words are not known. A model that does not reason is not asked. */
export function reasoningEffort(
  { reasoning_effort: effort }: Pick<CanonicalRequest, 'reasoning_effort'>,
  { options }: Pick<Target, 'options'>,
): string | null {
  if (effort === undefined) return null
  const words = effortWords(options)
  return words === null ? effort : wordFor(effort, words)
}

/** The efforts that the catalog, the provider's record or the host says; null where none of them says anything. */
export function effortWords({ reasoning_efforts: words }: Readonly<Record<string, unknown>>): string[] | null {
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : null
}
