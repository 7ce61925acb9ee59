import { wordsPattern } from '#lib/canonical/find-words.ts'

/** Between these no words go on. */
const BLOCKS = 'p, li, td, th, pre, h1, h2, h3, h4, h5, h6, dt, dd, summary, figcaption, blockquote, div'
/** What no message says. */
const BESIDE = 'button, .sr-only, [aria-hidden="true"], figcaption, [data-fold] > summary, [data-beside]'

/** Where words stand in what is shown of a message, also where marks stand between their letters. */
export function foundRanges(message: Element, words: string): Range[] {
  const pattern = wordsPattern(words)
  if (!pattern) return []
  const { text, places } = readText(message)
  return [...text.matchAll(pattern)].flatMap(
    (match) => rangeOf(places, match.index, match.index + match[0].length) ?? [],
  )
}

/** The thoughts and tools of a message, open or not, as they stand. */
export function foldsOf(message: Element): HTMLDetailsElement[] {
  return [...message.querySelectorAll<HTMLDetailsElement>('details[data-fold]')]
}

/** Those that stand in a fold, or with `null` in none. */
export function rangesIn(ranges: readonly Range[], fold: Element | null): Range[] {
  return ranges.filter(({ startContainer }) => {
    const around = startContainer.parentElement?.closest('[data-fold]') ?? null
    return around === fold
  })
}

interface Place {
  /** Where in the text the node begins. */
  at: number
  node: Text
}

function readText(message: Element): { text: string; places: Place[] } {
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
  const places: Place[] = []
  let text = ''
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement
    if (!(node instanceof Text) || !around || around.closest(BESIDE)) continue
    const own = around.closest(BLOCKS)
    if (block !== undefined && own !== block) text += '\n'
    block = own
    places.push({ at: text.length, node })
    text += node.data
  }
  return { text, places }
}

function rangeOf(places: readonly Place[], start: number, end: number): Range | null {
  const first = places.findLast(({ at }) => at <= start)
  const last = places.findLast(({ at }) => at < end)
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(start - first.at, first.node.length))
  range.setEnd(last.node, Math.min(end - last.at, last.node.length))
  return range
}
