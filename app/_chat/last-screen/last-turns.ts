import type { PublicMessage } from '#lib/canonical/public-message.ts'

/** In characters of JSON: so much fills a screen, and more than that may not go along in a page. */
const [ENOUGH, MOST] = [6_000, 24_000]

/** Whole turns from the end on, so many that they fill a screen; none where the last one alone is too long. */
export function lastTurns(messages: readonly PublicMessage[]): PublicMessage[] {
  let size = 0
  let from = messages.length
  for (const [at, { role, content }] of [...messages.entries()].reverse()) {
    size += JSON.stringify(content).length
    if (role !== 'user') continue
    if (size > MOST) break
    from = at
    if (size >= ENOUGH) break
  }
  return messages.slice(from)
}
