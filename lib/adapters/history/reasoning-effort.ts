import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'

/** As asked, where the model knows the word; `none` is the least it knows. A model that does not reason is not asked. */
export function reasoningEffort(
  { reasoning_effort: effort }: Pick<CanonicalRequest, 'reasoning_effort'>,
  { options }: Pick<Target, 'options'>,
): string | null {
  if (effort === undefined) return null
  const known = Array.isArray(options.reasoning_efforts) ? options.reasoning_efforts : [effort]
  const word: unknown = known.includes(effort) ? effort : effort === 'none' ? known[0] : known.at(-1)
  return typeof word === 'string' ? word : null
}
