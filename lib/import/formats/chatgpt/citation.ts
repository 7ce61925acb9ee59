import type { TextBlock } from '../../../canonical/block.ts'
import type { Citation } from '../../../canonical/hosted-tool.ts'
import type { Losses } from '../reading/losses.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, webAddressOf } from '../reading/value.ts'

// Two notations of sources stand in the text of an answer: `【12†source】`, and `cite` and some numbers between characters of the
// private use area, which show as boxes. The numbers of neither point into an array of the file; what they mean stands beside
// the text, with positions that are not always right.

const BOXED = /\uE200[^\uE200\uE201]*\uE201/g
const BOX = /[\uE200-\uE206]/g
const BRACKETED = /【[^【】\n]{0,100}†[^【】\n]{0,100}】/g
const MOST_SOURCES = 20
const MOST_CITATIONS = 200

interface Mark {
  start: number
  end: number
  sources: Citation[]
}

/** The words of an answer without their marks, and their sources. A mark whose source is nowhere is counted. */
export function citedText(text: string, metadata: Fields, losses: Losses): TextBlock {
  const marks = [...boxedMarks(text, metadata), ...bracketedMarks(text, metadata)]
  for (const { sources } of marks) if (sources.length === 0) losses.add('citation')
  const written = withoutMarks(text, marks)
  const cited = new Set(written.citations.map(({ url }) => url))
  const others = footnotes(metadata).filter(({ url }) => !cited.has(url))
  const citations = [...written.citations, ...others].slice(0, MOST_CITATIONS)
  return { type: 'text', text: written.text, ...(citations.length > 0 && { citations }) }
}

/** Without what would show as boxes: for words whose sources nobody needs. */
export function withoutBoxes(text: string): string {
  return text.replace(BOXED, '').replace(BOX, '')
}

/** By the very words of a reference: at its position where they stand there, else at their next place. */
function boxedMarks(text: string, metadata: Fields): Mark[] {
  const bySameWords = new Map<string, { at: number; sources: Citation[] }[]>()
  for (const reference of listOf(metadata.content_references).map(fieldsOf)) {
    const words = textOf(reference.matched_text)
    const known = bySameWords.get(words) ?? []
    known.push({ at: Number(reference.start_idx), sources: sourcesOf(reference) })
    bySameWords.set(words, known)
  }
  const next = new Map<string, number>()
  return [...text.matchAll(BOXED)].map(({ 0: words, index }) => {
    const same = bySameWords.get(words) ?? []
    const place = next.get(words) ?? 0
    next.set(words, place + 1)
    const reference = same.find(({ at }) => at === index) ?? same[place] ?? same[0]
    return { start: index, end: index + words.length, sources: reference?.sources ?? [] }
  })
}

function bracketedMarks(text: string, metadata: Fields): Mark[] {
  const found = [...text.matchAll(BRACKETED)]
  const citations = listOf(metadata.citations).map(fieldsOf)
  const byStart = new Map(citations.map((citation) => [citation.start_ix, citation]))
  return found.map(({ 0: words, index }, place) => {
    const citation = byStart.get(index) ?? (citations.length === found.length ? citations[place] : undefined)
    const source = sourceOf(citation?.metadata)
    return { start: index, end: index + words.length, sources: source === null ? [] : [source] }
  })
}

/** Sources of the whole text, which stand nowhere in it. */
function footnotes(metadata: Fields): Citation[] {
  return listOf(metadata.content_references)
    .map(fieldsOf)
    .filter(({ type }) => type === 'sources_footnote')
    .flatMap(sourcesOf)
}

function sourcesOf(reference: Fields): Citation[] {
  const items = [reference.items, reference.sources, reference.fallback_items].flatMap(listOf).map(fieldsOf)
  const all = items.flatMap((item) => [item, ...listOf(item.supporting_websites)])
  const named = (all.length > 0 ? all : [reference]).flatMap((item) => sourceOf(item) ?? [])
  const sources = named.length > 0 ? named : listOf(reference.safe_urls).flatMap((url) => sourceOf({ url }) ?? [])
  return [...new Map(sources.map((source) => [source.url ?? source.title, source])).values()].slice(0, MOST_SOURCES)
}

/** A page, or a file that has a name alone. */
function sourceOf(value: unknown): Citation | null {
  const { url, title, name, snippet, text } = fieldsOf(value)
  const address = webAddressOf(url)
  const called = nameOf(title) ?? nameOf(name)
  if (address === null && called === null) return null
  const cited = nameOf(snippet) ?? nameOf(text)
  return { ...(address && { url: address }), ...(called && { title: called }), ...(cited && { cited_text: cited }) }
}

/** Each mark stands for the sentence in front of it, or for the one that the mark right before it stands for. */
function withoutMarks(text: string, marks: readonly Mark[]): { text: string; citations: Citation[] } {
  let written = ''
  let read = 0
  let said: Pick<Citation, 'start' | 'end'> = {}
  const citations: Citation[] = []
  for (const { start, end, sources } of marks.toSorted((a, b) => a.start - b.start)) {
    if (start < read) continue
    const piece = text.slice(read, start).replace(BOX, '')
    if (piece.trim() !== '') said = lastSentence(piece, written.length)
    written += piece
    read = end
    for (const source of sources) citations.push({ ...source, ...said })
  }
  return { text: written + text.slice(read).replace(BOX, ''), citations }
}

function lastSentence(piece: string, offset: number): Pick<Citation, 'start' | 'end'> {
  const end = piece.trimEnd().length
  const before = piece.slice(0, Math.max(0, end - 1))
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. '), before.lastIndexOf('? '), -1) + 1
  const blank = /^\s*/.exec(piece.slice(start, end))?.[0].length ?? 0
  return { start: offset + start + blank, end: offset + end }
}
