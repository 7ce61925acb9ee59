/**
 * How well a text fits what was typed, 0 not at all: the beginning of a word is better than its middle. `also`: what others
 * call it, of which the beginnings of words count.
 */
export function fitness(text: string, typed: string, also = ''): number {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const within = text.toLowerCase()
  const others = also.toLowerCase().split(/\s+/)
  const fits = words.map((word) => {
    const fit = fitOfWord(within, word)
    return fit < 2 && others.some((other) => other.startsWith(word)) ? 2 : fit
  })
  return fits.includes(0) ? 0 : fits.reduce((sum, each) => sum + each, 0) / (words.length || 1) || 1
}

function fitOfWord(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at === 0) return 4
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 2 : 3
  return word.length > 2 && isSpread(text, word) ? 1 : 0
}

/** Whether the letters come one after the other: `nwch` in `new chat`. */
function isSpread(text: string, word: string): boolean {
  let from = 0
  for (const letter of word) {
    const at = text.indexOf(letter, from)
    if (at === -1) return false
    from = at + letter.length
  }
  return true
}

/** Those that fit, the best first, at most so many; scattered letters count only where nothing has the words. */
export function best<T>(
  items: readonly T[],
  typed: string,
  textOf: (item: T) => string,
  most: number,
  alsoOf?: (item: T) => string | undefined,
): T[] {
  const scored = items.map((item) => ({ item, score: fitness(textOf(item), typed, alsoOf?.(item)) }))
  const least = scored.some(({ score }) => score > 1) ? 1 : 0
  return scored
    .filter(({ score }) => score > least)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item)
}
