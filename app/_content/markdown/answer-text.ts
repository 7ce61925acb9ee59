import type { FootnoteDefinition, RootContent } from 'mdast'
import { withCaret } from './caret-node.ts'
import { unfinishedDetails } from './details.ts'
import { isTooDear } from './parse-cost.ts'
import { labelsIn, parsePiece, prefixOf } from './parse-piece.ts'
import { readable } from './readable.ts'
import type { Piece, Split } from './split.ts'
import { NOTHING_SPLIT, openPiece, split } from './split.ts'

/** A piece of an answer as it is shown. It is the same object for as long as it looks the same. */
export interface Part extends Piece {
  /** `null`: shown as plain text. */
  nodes: readonly RootContent[] | null
  labels: readonly string[]
  /** Of an item: its number in the list. */
  number: number
}

export interface Note {
  number: number
  content: FootnoteDefinition
}

/** An answer as far as it was looked at. What is settled stays as it is, whatever follows. */
export interface AnswerText {
  text: string
  ended: boolean
  split: Split
  /** Stretches of parts that are shown as one. */
  settled: readonly (readonly Part[])[]
  recent: readonly Part[]
  open: Part | null
  /** By label, as they stand in the text. */
  definitions: ReadonlyMap<string, string>
  noteTexts: ReadonlyMap<string, FootnoteDefinition>
  notes: ReadonlyMap<string, Note>
}

export const NO_TEXT: AnswerText = {
  text: '',
  ended: false,
  split: NOTHING_SPLIT,
  settled: [],
  recent: [],
  open: null,
  definitions: new Map(),
  noteTexts: new Map(),
  notes: new Map(),
}

const STRETCH = 6_000
/** A list or a table is torn in two only where it is longer than this. */
const LONG_STRETCH = 24_000
/** What is parsed again at one time because something that it refers to was defined. */
const AGAIN = 20_000

/** Looks at what has been added. A text that does not go on with the one before is looked at from its beginning. */
export function growText(before: AnswerText, text: string, ended: boolean): AnswerText {
  if (before.text === text && before.ended === ended) return before
  return goOn(before.ended || !text.startsWith(before.text) ? NO_TEXT : before, text, ended)
}

/**
 * The same for a text that is known to go on with the one before: to compare them costs as much as all that was before. One
 * that is not `growing` is all there, and looked at as far as this.
 */
export function goOn(before: AnswerText, text: string, ended: boolean, growing = !ended): AnswerText {
  const { state, pieces } = split(before.split, text, ended)
  const answer: AnswerText = { ...before, text, ended, split: state }
  const [definitions, noteTexts] = [new Map(before.definitions), new Map(before.noteTexts)]
  for (const piece of pieces) {
    const before = answer.recent.at(-1) ?? answer.settled.at(-1)?.at(-1)
    for (const part of parseFinal(piece, before, definitions, noteTexts)) append(answer, part)
  }
  if (definitions.size > before.definitions.size) {
    answer.definitions = definitions
    answer.noteTexts = noteTexts
    resolve(answer, before.definitions)
  }
  answer.open = ended ? null : openPart(answer, growing)
  if (answer.noteTexts.size > 0) answer.notes = numberNotes(answer)
  return answer
}

type Known = Map<string, string>

function parseFinal(
  piece: Piece,
  before: Part | undefined,
  definitions: Known,
  noteTexts: AnswerText['noteTexts'],
): Part[] {
  const labels = piece.kind === 'code' ? [] : labelsIn(piece.source)
  const known = sourcesOf(labels, definitions)
  const parsed = parseOf(piece, known)
  for (const { label, source, note } of parsed?.definitions ?? []) {
    if (definitions.has(label)) continue
    definitions.set(label, source)
    if (note) (noteTexts as Map<string, FootnoteDefinition>).set(label, note)
  }
  const nodes = parsed?.nodes ?? null
  const end = endOfList(piece, nodes, known)
  if (end === null) return [partOf(piece, nodes, labels, before)]
  const list = { ...piece, source: piece.source.slice(0, end) }
  const rest: Piece = {
    ...piece,
    kind: 'block',
    start: piece.start + end,
    source: piece.source.slice(end),
    follows: false,
  }
  const item = partOf(list, nodes?.slice(0, 1) ?? null, labelsIn(list.source), before)
  return [item, partOf(rest, nodes?.slice(1) ?? null, labelsIn(rest.source), item)]
}

/** Where in a piece of a list something begins that is none of it, as a paragraph or a definition behind an empty item. */
function endOfList({ kind, source }: Piece, nodes: Part['nodes'], known: readonly string[]): number | null {
  const [list] = nodes ?? []
  if (kind !== 'item' || list?.type !== 'list') return null
  const end = (list.position?.end.offset ?? source.length) - prefixOf(known).length
  return source.slice(end).trim() === '' ? null : end
}

function parseOf(piece: Piece, known: readonly string[], growing = false) {
  return piece.kind === 'code' || piece.kind === 'plain' ? null : parsePiece(piece.head + piece.source, known, growing)
}

function partOf(piece: Piece, nodes: Part['nodes'], labels: readonly string[], before: Part | undefined): Part {
  const kind = nodes === null && piece.kind !== 'code' ? 'plain' : kindOf(piece, nodes)
  const follows = piece.follows && before?.kind === kind
  return { ...piece, kind, follows, nodes, labels, number: numberOf(nodes, follows ? before : undefined) }
}

/** Where it turned out to be something else, it is shown as that. */
function kindOf({ kind }: Piece, nodes: Part['nodes']): Part['kind'] {
  if (kind === 'item') return nodes?.length === 1 && nodes[0]?.type === 'list' ? 'item' : 'block'
  if (kind === 'rows') return nodes?.length === 1 && nodes[0]?.type === 'table' ? 'rows' : 'block'
  return kind
}

function numberOf(nodes: Part['nodes'], before: Part | undefined): number {
  const list = nodes?.[0]
  if (list?.type !== 'list') return 0
  const last = before?.nodes?.[0]
  return before && last?.type === 'list' ? before.number + last.children.length : (list.start ?? 1)
}

function append(answer: AnswerText, part: Part): void {
  const length = part.start - (answer.recent[0]?.start ?? part.start)
  const last = answer.recent.at(-1)?.nodes?.at(-1)
  const isLong = length >= LONG_STRETCH
  const isTorn =
    (part.follows && (part.kind === 'rows' || !isLong)) || (length > STRETCH && !isLong && isFolded(answer))
  // A heading stays with what it is the heading of.
  if (length > STRETCH && !isTorn && last?.type !== 'heading') {
    answer.settled = [...answer.settled, answer.recent]
    answer.recent = [part]
  } else {
    answer.recent = [...answer.recent, part]
  }
}

/** What is folded stays in one stretch with what folds it. */
function isFolded({ recent }: AnswerText): boolean {
  return unfinishedDetails(recent.flatMap(({ nodes }) => nodes ?? [])) > 0
}

/** Parses again what refers to something that is defined now and was not before. */
function resolve(answer: AnswerText, before: AnswerText['definitions']): void {
  let left = AGAIN
  const again = (part: Part, at: number, parts: readonly Part[]): Part => {
    const isNew = part.labels.some((label) => answer.definitions.has(label) && !before.has(label))
    if (!isNew || left < 0 || !part.nodes?.length) return part
    left -= part.source.length
    const parsed = parseOf(part, sourcesOf(part.labels, answer.definitions))
    return parsed ? partOf(part, parsed.nodes, part.labels, parts[at - 1]) : part
  }
  const renewed = (parts: readonly Part[]) => {
    const next = parts.map(again)
    return next.some((part, at) => part !== parts[at]) ? next : parts
  }
  answer.settled = answer.settled.map(renewed)
  answer.recent = renewed(answer.recent)
}

function sourcesOf(labels: readonly string[], definitions: AnswerText['definitions']): string[] {
  return labels.flatMap((label) => definitions.get(label) ?? [])
}

function openPart(answer: AnswerText, growing: boolean): Part | null {
  const piece = openPiece(answer.split, answer.text)
  if (!piece) return null
  const labels = answer.definitions.size > 0 && piece.kind !== 'code' ? labelsIn(piece.source) : []
  const isParsed = piece.kind !== 'code' && piece.kind !== 'plain' && !isTooDear(piece.source)
  const shown = isParsed ? { ...piece, source: readable(piece.source) } : piece
  const before = answer.recent.at(-1) ?? answer.settled.at(-1)?.at(-1)
  const parsed = parseOf(shown, sourcesOf(labels, answer.definitions), true)
  const nodes = parsed && shownNodes(parsed.nodes, piece, shown)
  // As plain text it stands there as it came.
  return partOf(parsed ? shown : piece, nodes && growing ? withCaret(nodes) : nodes, labels, before)
}

/** Of what is held back there is nothing but the place where it will stand. */
function shownNodes(nodes: readonly RootContent[], written: Piece, shown: Piece): readonly RootContent[] {
  const isHeldBack = shown.source === '' && written.source.trim() !== ''
  return isHeldBack && nodes.length === 0 ? [{ type: 'paragraph', children: [] }] : nodes
}

function numberNotes({ settled, recent, open, noteTexts, notes }: AnswerText): AnswerText['notes'] {
  const next = new Map<string, Note>()
  for (const parts of [...settled, recent, open ? [open] : []]) {
    for (const label of parts.flatMap((part) => part.labels)) {
      const content = noteTexts.get(label)
      if (content && !next.has(label)) next.set(label, { number: next.size + 1, content })
    }
  }
  const isSame =
    next.size === notes.size && [...next].every(([label, { content }]) => notes.get(label)?.content === content)
  return isSame ? notes : next
}
