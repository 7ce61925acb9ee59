/**
 * Text as it is indexed and searched for. The index sees only what these functions make of a text, of questions to it too,
 * so that both always agree on what a word is.
 */

/** A word that is indexed, and the piece of the text that it stands for. */
export interface PlacedWord {
  start: number
  end: number
  word: string
  /** What of it is found as well: `getUserById` also by what begins with `user`. */
  parts: readonly string[]
}

/** Nobody types more of one word, and data in Base64 must not fill the index. */
const LONGEST_WORD = 64
const MOST_PARTS = 8

/** In pieces: for each character the engine keeps a way back, and it has no room for eight million. */
const RUN = /[\p{L}\p{N}\p{M}]{1,65536}/gu
/** Written without spaces between words: indexed by pairs of characters. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
/** Nearly every word of a text in English, and most of a program: nothing is to be folded, and it has no parts. */
const PLAIN = /^(?:[A-Z]?[a-z]{1,63}|\d{1,64})$/
/** Where a part of an identifier begins: `get|User`, `HTTP|Server`, `utf|8`, `8|bit`. */
const PART = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu
/** Accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic, which few people type. */
const ACCENT = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]/g

function fold(word: string): string {
  return word.normalize('NFKD').replace(ACCENT, '').normalize('NFC').toLowerCase().slice(0, LONGEST_WORD)
}

/** The words of a text, in its order. */
export function* wordsOf(text: string): Generator<PlacedWord> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (PLAIN.test(run)) {
      yield { start: index, end: index + run.length, word: run.toLowerCase(), parts: [] }
      continue
    }
    let from = 0
    for (const dense of run.matchAll(DENSE)) {
      yield* spacedWord(run.slice(from, dense.index), index + from)
      yield* densePairs(dense[0], index + dense.index)
      from = dense.index + dense[0].length
    }
    yield* spacedWord(run.slice(from), index + from)
  }
}

function* spacedWord(text: string, start: number): Generator<PlacedWord> {
  // One character may stand for several words, or for a number in brackets: `ﷺ`, `⑴`.
  const [word, ...more] = fold(text).match(RUN) ?? []
  if (word === undefined) return
  const isLong = text.length > LONGEST_WORD
  const parts = isLong ? [] : [...text.matchAll(PART)].slice(0, MOST_PARTS).map(({ index }) => fold(text.slice(index)))
  const end = start + text.length
  yield { start, end, word, parts }
  for (const word of more) yield { start, end, word, parts: [] }
}

/** `搜索引擎` is `搜索`, `索引` and `引擎`. The last character is found by itself as well. */
function* densePairs(text: string, start: number): Generator<PlacedWord> {
  const characters = [...text]
  let at = start
  for (const [n, character] of characters.entries()) {
    const next = characters[n + 1]
    if (next === undefined && n > 0) return
    const end = at + character.length + (next?.length ?? 0)
    const isLast = n + 2 >= characters.length
    yield { start: at, end, word: fold(character + (next ?? '')), parts: isLast && next ? [fold(next)] : [] }
    at += character.length
  }
}

export interface IndexedText {
  /** Its words in their order, so that phrases are found. */
  body: string
  /** In a column of its own: between the words they would tear phrases apart. */
  parts: string
}

export function indexedText(text: string): IndexedText {
  const words: string[] = []
  const parts: string[] = []
  for (const placed of wordsOf(text)) {
    words.push(placed.word)
    parts.push(...placed.parts)
  }
  return { body: words.join(' '), parts: parts.join(' ') }
}
