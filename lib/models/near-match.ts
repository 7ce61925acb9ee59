/**
 * Which of `candidates` someone may have meant, nearest first, for an error that names them. A candidate is near when
 * few edits separate it, with or without its provider, from what was typed, or when it holds the typed text whole.
 */
export function nearMatches(typed: string, candidates: readonly string[], limit = 3): string[] {
  const wanted = normalize(typed)
  if (wanted === '') return []
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** A longer text is no model's name: comparing it would only cost time. */
const LONGEST = 100

function distanceTo(wanted: string, candidate: string): number {
  const whole = normalize(candidate)
  if (wanted.length >= 3 && whole.includes(wanted)) return 0.5
  const name = nameIn(whole)
  const underAnotherProvider = wanted.includes(':') ? 1 + editDistance(nameIn(wanted), name) : Number.POSITIVE_INFINITY
  return Math.min(editDistance(wanted, whole), editDistance(wanted, name), underAnotherProvider)
}

function nameIn(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}

function normalize(text: string): string {
  return text.trim().toLowerCase().slice(0, LONGEST)
}

/** Levenshtein distance where swapping two neighbours is one edit too. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + (same ? 0 : 1),
          swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
