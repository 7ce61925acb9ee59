import type { AnswerText, Part } from './answer-text.ts'
import { goOn, NO_TEXT } from './answer-text.ts'

/** Characters that are looked at before it is told what they cost. */
export const STEP = 2_000
const [FIRST_STEP, SHORTEST_STEP] = [500, 100]
/** What an element costs beside a letter, a block of code with all that belongs to it, and a cell of a table. */
const [PART_PRICE, CODE_PRICE, CELL_PRICE] = [60, 1_000, 10]
/** Of code nothing is parsed, and what is folded or far away is not laid out: that many letters of it cost as one of a text. */
const CODE_LETTERS = 20
const LONGEST_CODE = 100_000
/** So much a letter may cost before less of the text is looked at in one step, and so many parts say what it costs. */
const [USUAL_PRICE, TELLING_PARTS] = [4, 20]

/**
 * As far as the share goes: what it buys is told by what became of a text, which may be an element for each few letters. `most`
 * is how much of a usual text is looked at in one step, before it is told: what is still open is looked at again with each.
 * Code that is there already is looked at to its end: who opens a chat sees it as it will stay.
 */
export function lookOn(answer: AnswerText, text: string, streaming: boolean, share: number, most = STEP) {
  let next = answer.ended || !text.startsWith(answer.text) ? NO_TEXT : answer
  let used = 0
  while (used < share) {
    const start = next.text.length
    const step = stepAfter(next) * Math.max(1, most / STEP)
    const codeEnd = streaming ? start : codeEndOf(next, text)
    const end = Math.min(Math.max(start + Math.min(step, most), codeEnd), text.length)
    const after = end < text.length ? goOn(next, text.slice(0, end), false, streaming) : goOn(next, text, !streaming)
    const letters = end - start + tailOf(after)
    used += (end === codeEnd ? letters / CODE_LETTERS : letters) + priceOf(next, after)
    next = after
    if (end === text.length) break
  }
  return { answer: next, used }
}

/** Where the line begins that may end the code which is open. */
function codeEndOf({ split: { mode }, text: { length } }: AnswerText, text: string): number {
  if (mode.name !== 'code') return length
  const code = text.slice(length - 1, length + LONGEST_CODE)
  const end = code.search(/\n {0,3}(?:`{3}|~{3})/)
  return length + (end < 0 ? code.length - 1 : end)
}

/** Of the parts that were added, in characters. */
function priceOf(before: AnswerText, after: AnswerText): number {
  if (before.text === '' || after.settled.length === before.settled.length) {
    return partsPrice(after.recent.slice(before.text === '' ? 0 : before.recent.length))
  }
  return partsPrice([...after.settled.slice(before.settled.length).flat(), ...after.recent])
}

function partsPrice(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + partPrice(part), 0)
}

function partPrice({ kind, nodes }: Part): number {
  if (kind === 'code') return CODE_PRICE
  const [table] = nodes ?? []
  if (kind !== 'rows' || table?.type !== 'table') return PART_PRICE
  return CELL_PRICE * table.children.length * (table.children[0]?.children.length ?? 0)
}

/** A text in which each few letters are an element goes on as it was. */
function stepAfter({ recent, text }: AnswerText): number {
  if (text === '') return FIRST_STEP
  const parts = recent.slice(-TELLING_PARTS)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return STEP
  const price = partsPrice(parts) / (last.start + last.source.length - first.start)
  return Math.max(SHORTEST_STEP, Math.round(STEP * Math.min(1, USUAL_PRICE / price)))
}

export function tailOf({ open }: AnswerText): number {
  return open?.source.length ?? 0
}
