import type { Finding } from './finding.ts'

/** What is shorter is a word of its own more often than a copy. */
const SHORTEST = 8
/** Titles are no longer, and what is looked for at the end of every text must be short. */
const LONGEST_CUT = 300
/** Each is looked for in every text. */
const MOST = 200

/** What was found elsewhere, as it stood there. */
export interface FoundText extends Pick<Finding, 'kind'> {
  text: string
}

/** Each once, the longest first. */
export function distinct(found: readonly FoundText[]): FoundText[] {
  const byText = new Map(found.filter(({ text }) => text.length >= SHORTEST).map((each) => [each.text, each]))
  return [...byText.values()].toSorted((a, b) => b.text.length - a.text.length).slice(0, MOST)
}

/**
 * Where a text says again what was found elsewhere: whole, without what gave it away there, or cut off by its own end, as the
 * title of a chat has the beginning of its first question.
 */
export function findRepeated(text: string, known: readonly FoundText[]): Finding[] {
  const said = text.replace(/\s*(?:…|\.\.\.)$/, '')
  return known.flatMap(({ kind, text: found }) => {
    const whole: Finding[] = []
    for (let at = text.indexOf(found); at !== -1; at = text.indexOf(found, at + found.length)) {
      whole.push({ kind, start: at, end: at + found.length })
    }
    const cut = cutOff(said, found)
    return cut === null ? whole : [...whole, { kind, start: said.length - cut, end: said.length }]
  })
}

/** How much of its beginning stands at the end of a text; null where that is too little to be it. */
function cutOff(said: string, found: string): number | null {
  for (let length = Math.min(found.length - 1, said.length, LONGEST_CUT); length >= SHORTEST; length -= 1) {
    if (said.endsWith(found.slice(0, length))) return length
  }
  return null
}
