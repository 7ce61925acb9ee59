import type { SecretKind } from '../canonical/secret-kind.ts'

/** A piece of a text, in UTF-16 units as everywhere in JavaScript; `end` is exclusive. */
export interface Finding {
  kind: SecretKind
  start: number
  end: number
}

/** In order, and none over another: of pieces that overlap all is covered, under the name of the longest. */
export function merged(findings: readonly Finding[]): Finding[] {
  const result: Finding[] = []
  let longest = 0
  for (const { kind, start, end } of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (!last || start >= last.end) {
      result.push({ kind, start, end })
      longest = end - start
    } else {
      last.end = Math.max(last.end, end)
      if (end - start > longest) last.kind = kind
      longest = Math.max(longest, end - start)
    }
  }
  return result
}
