/** Asks one text after many words at once. */
export interface WordSearch<Text extends object> {
  /** Whether any of these is in a text; they are folded here, as the text is. */
  anyOf: (words: readonly string[]) => (text: Text) => boolean
}

/** Letters are numbers below this one. */
const UNITS = 0x1_0000

interface Node {
  /** The longest other word that begins in this one's end. */
  back: number
  /** The words that end here, by their numbers. */
  ends: number[]
}

/**
 * Looks for the words of all rules in one walk through a text (Aho and Corasick): its time is by the letters of the text,
 * however many rules there are and however they are made. What was found is kept for as long as somebody holds the text.
 */
export function wordSearch<Text extends object>(wordsOf: (text: Text) => string): WordSearch<Text> {
  const numbers = new Map<string, number>()
  const kept = new WeakMap<Text, Set<number>>()
  let search: ((text: string) => Set<number>) | null = null

  const foundIn = (text: Text): Set<number> => {
    let found = kept.get(text)
    if (!found) {
      search ??= compile([...numbers.keys()])
      found = search(folded(wordsOf(text)))
      kept.set(text, found)
    }
    return found
  }
  return {
    anyOf(words) {
      const own = words.map((word) => {
        const text = folded(word)
        const number = numbers.get(text) ?? numbers.size
        numbers.set(text, number)
        return number
      })
      search = null
      return (text) => {
        const found = foundIn(text)
        return own.some((number) => found.has(number))
      }
    },
  }
}

const folded = (text: string) => text.normalize('NFC').toLowerCase()

function compile(words: readonly string[]): (text: string) => Set<number> {
  const edges = new Map<number, number>()
  const begins = new Uint8Array(UNITS)
  const nodes: Node[] = [{ back: 0, ends: [] }]
  /** By how many letters they are away from the beginning: where one leads back to is nearer to it, and known by then. */
  const levels: { parent: number; unit: number; node: number }[][] = []
  for (const [number, word] of words.entries()) {
    let at = 0
    for (let index = 0; index < word.length; index += 1) {
      const unit = word.charCodeAt(index)
      let next = edges.get(at * UNITS + unit)
      if (next === undefined) {
        next = nodes.length
        nodes.push({ back: 0, ends: [] })
        edges.set(at * UNITS + unit, next)
        if (at === 0) begins[unit] = 1
        levels[index] ??= []
        levels[index]?.push({ parent: at, unit, node: next })
      }
      at = next
    }
    nodes[at]?.ends.push(number)
  }
  const step = (from: number, unit: number): number => {
    for (let at = from; at !== 0; at = nodes[at]?.back ?? 0) {
      const next = edges.get(at * UNITS + unit)
      if (next !== undefined) return next
    }
    return begins[unit] === 1 ? (edges.get(unit) ?? 0) : 0
  }
  for (const { parent, unit, node } of levels.slice(1).flat()) {
    const own = nodes[node]
    if (!own) continue
    own.back = step(nodes[parent]?.back ?? 0, unit)
    own.ends.push(...(nodes[own.back]?.ends ?? []))
  }
  return (text) => {
    const found = new Set<number>()
    let at = 0
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      if (at === 0 && begins[unit] === 0) continue
      at = step(at, unit)
      for (const number of nodes[at]?.ends ?? []) found.add(number)
    }
    return found
  }
}
