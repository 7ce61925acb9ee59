'use client'

import { useLayoutEffect, useState } from 'react'
import { useSurrounding } from '../surrounding.ts'
import type { AnswerText, Part } from './answer-text.ts'
import { goOn, growText, NO_TEXT } from './answer-text.ts'
import { askForTurn, takeInRender } from './turns.ts'

/**
 * Between two looks at a text that is being written: from a tail that costs next to nothing to one that costs a frame. What
 * comes is paced already; one look that is late may not make all that follow late as well.
 */
const [SHORTEST_WAIT, LONGEST_WAIT] = [16, 400]
/** Characters that are looked at before it is told what they cost. */
const [STEP, FIRST_STEP, SHORTEST_STEP] = [2_000, 500, 100]
/** What an element costs beside a letter, a block of code with all that belongs to it, and a cell of a table. */
const [PART_PRICE, CODE_PRICE, CELL_PRICE] = [60, 1_000, 10]
/** So much a letter may cost before less of the text is looked at in one step, and so many parts say what it costs. */
const [USUAL_PRICE, TELLING_PARTS] = [4, 20]
/** Characters of the tail for each millisecond of rest. */
const TAIL_PER_MS = 15

/**
 * A text as far as it is looked at. One that is there already is looked at in steps of a frame, one that is being written
 * when it has grown, the less often the more of it is looked at again.
 */
export function useAnswerText(text: string, streaming: boolean): AnswerText {
  const { isWhole } = useSurrounding()
  const [looked, setLooked] = useState(() => {
    if (isWhole) return { answer: growText(NO_TEXT, text, !streaming), at: 0 }
    let first = NO_TEXT
    takeInRender((share) => {
      const look = lookOn(NO_TEXT, text, streaming, share)
      first = look.answer
      return look.used
    })
    return { answer: first, at: 0 }
  })
  const { answer, at } = looked
  const isDone = answer.text === text && answer.ended === !streaming
  const isFresh = !isDone && streaming && text.length - answer.text.length < STEP && text.startsWith(answer.text)
  // What has just come is shown in the pass that brought it: another one would cost the page as much again.
  if (isFresh && at + waitFor(answer) <= performance.now()) look(STEP)

  function look(share: number): number {
    const next = lookOn(answer, text, streaming, share)
    setLooked({ answer: next.answer, at: performance.now() })
    return next.used
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what these are
  useLayoutEffect(() => {
    if (isDone) return
    if (!isFresh) return askForTurn(look)
    let forget = () => {}
    const timer = setTimeout(() => (forget = askForTurn(look)), at + waitFor(answer) - performance.now())
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [looked, text, streaming])
  return answer
}

/** As far as the share goes: what it buys is told by what became of a text, which may be an element for each few letters. */
function lookOn(answer: AnswerText, text: string, streaming: boolean, share: number) {
  let next = answer.ended || !text.startsWith(answer.text) ? NO_TEXT : answer
  let used = 0
  while (used < share) {
    const start = next.text.length
    const end = Math.min(start + stepAfter(next), text.length)
    const after = end < text.length ? goOn(next, text.slice(0, end), false) : goOn(next, text, !streaming)
    used += end - start + tailOf(after) + priceOf(next, after)
    next = after
    if (end === text.length) break
  }
  return { answer: next, used }
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

function waitFor(answer: AnswerText): number {
  return Math.min(Math.max(SHORTEST_WAIT, tailOf(answer) / TAIL_PER_MS), LONGEST_WAIT)
}

function tailOf({ open }: AnswerText): number {
  return open?.source.length ?? 0
}
