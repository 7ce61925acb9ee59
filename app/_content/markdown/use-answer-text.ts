'use client'

import { useLayoutEffect, useRef, useState } from 'react'
import type { AnswerText, Part } from './answer-text.ts'
import { growText, NO_TEXT } from './answer-text.ts'
import { askForTurn, takeInRender } from './turns.ts'

/** Between two looks at a text that is being written: from a tail that costs next to nothing to one that costs a frame. */
const [SHORTEST_WAIT, LONGEST_WAIT] = [40, 400]
/** Characters that are looked at before it is told what they cost. */
const STEP = 2_000
/** What an element costs beside a letter, and a block of code with all that belongs to it. */
const [PART_PRICE, CODE_PRICE] = [60, 1_000]
/** Characters of the tail for each millisecond of rest. */
const TAIL_PER_MS = 15

/**
 * A text as far as it is looked at. One that is there already is looked at in steps of a frame, one that is being written
 * when it has grown, the less often the more of it is looked at again.
 */
export function useAnswerText(text: string, streaming: boolean): AnswerText {
  const [answer, setAnswer] = useState(() => {
    let first = NO_TEXT
    takeInRender((share) => {
      const look = lookOn(NO_TEXT, text, streaming, share)
      first = look.answer
      return look.used
    })
    return first
  })
  const lookedAt = useRef(0)
  const isDone = answer.text === text && answer.ended === !streaming
  useLayoutEffect(() => {
    if (isDone) return
    const look = (share: number) => {
      lookedAt.current = performance.now()
      const next = lookOn(answer, text, streaming, share)
      setAnswer(next.answer)
      return next.used
    }
    const isFresh = streaming && text.length - answer.text.length < STEP && text.startsWith(answer.text)
    if (!isFresh) return askForTurn(look)
    const wait = lookedAt.current + waitFor(answer) - performance.now()
    // What has just come is shown in the frame that brought it: another one would cost the page as much again.
    if (wait <= 0) return void look(STEP)
    let forget = () => {}
    const timer = setTimeout(() => (forget = askForTurn(look)), wait)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [answer, text, streaming, isDone])
  return answer
}

/** As far as the share goes: what it buys is told by what became of a text, which may be an element for each few letters. */
function lookOn(answer: AnswerText, text: string, streaming: boolean, share: number) {
  let next = answer
  let used = 0
  while (used < share) {
    const start = text.startsWith(next.text) ? next.text.length : 0
    const end = Math.min(start + STEP, text.length)
    const after = end < text.length ? growText(next, text.slice(0, end), false) : growText(next, text, !streaming)
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
  return parts.reduce((sum, { kind }) => sum + (kind === 'code' ? CODE_PRICE : PART_PRICE), 0)
}

function waitFor(answer: AnswerText): number {
  return Math.min(Math.max(SHORTEST_WAIT, tailOf(answer) / TAIL_PER_MS), LONGEST_WAIT)
}

function tailOf({ open }: AnswerText): number {
  return open?.source.length ?? 0
}
