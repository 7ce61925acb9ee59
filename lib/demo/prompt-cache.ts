import { createHash } from 'node:crypto'
import type { Usage } from './answer.ts'
import type { Segment } from './prompt.ts'
import { RecentSet } from './recent-set.ts'

const MAX_ENTRIES = 2_000

/** Remembers which prompt prefixes were marked before, as a provider's prompt cache does; a re-marked prefix stays longer. */
export class PromptCache {
  readonly #seen = new RecentSet(MAX_ENTRIES)

  /** Splits the tokens of a prompt into read, written and neither, and remembers its marks. */
  charge(
    model: string,
    segments: readonly Segment[],
  ): Pick<Usage, 'input' | 'cacheRead' | 'cacheWrite5m' | 'cacheWrite1h'> {
    const prefixes = prefixesOf(model, segments)
    const lastMark = segments.findLastIndex((segment) => segment.cached !== null)
    const lastHit = prefixes.findLastIndex((prefix, at) => at <= lastMark && this.#seen.has(prefix))
    const usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 }
    segments.forEach(({ tokens }, at) => {
      if (at <= lastHit) usage.cacheRead += tokens
      else if (at > lastMark) usage.input += tokens
      // A segment is written by the first mark at or after it.
      else if (segments.find((segment, mark) => mark >= at && segment.cached)?.cached === '1h')
        usage.cacheWrite1h += tokens
      else usage.cacheWrite5m += tokens
    })
    prefixes.forEach((prefix, at) => {
      if (segments[at]?.cached) this.#seen.add(prefix)
    })
    return usage
  }
}

/** One hash for each prefix: the hash of the one before and what was added. */
function prefixesOf(model: string, segments: readonly Segment[]): string[] {
  let hash = model
  return segments.map(({ key }) => {
    hash = createHash('sha256').update(hash).update('\0').update(key).digest('base64')
    return hash
  })
}
