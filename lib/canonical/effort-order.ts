/** How much a model is asked to reason, least first. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'max'] as const

type Effort = (typeof REASONING_EFFORTS)[number]

/** What is asked of a model for which these may be: the same, else the next above it, else the highest. Null where nothing may be. */
export function nearestEffort(effort: Effort, efforts: readonly Effort[]): Effort | null {
  const ranked = REASONING_EFFORTS.filter((each) => efforts.includes(each))
  const at = REASONING_EFFORTS.indexOf(effort)
  return ranked.find((each) => REASONING_EFFORTS.indexOf(each) >= at) ?? ranked.at(-1) ?? null
}
