'use client'

import { useLayoutEffect, useState } from 'react'
import { useSurrounding } from '../surrounding.ts'
import type { AnswerText } from './answer-text.ts'
import { growText, NO_TEXT } from './answer-text.ts'
import { lookedAhead } from './look-ahead.ts'
import { lookOn, STEP, tailOf } from './look-on.ts'
import { askForTurn, SHARE, takeInRender } from './turns.ts'

/**
 * Between two looks at a text that is being written: from a tail that costs next to nothing to one that costs a frame. What
 * comes is paced already; one look that is late may not make all that follow late as well.
 */
const [SHORTEST_WAIT, LONGEST_WAIT] = [16, 400]
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
    let first = lookedAhead(text)
    if (first) return { answer: first, at: 0 }
    takeInRender((share) => {
      const look = lookOn(NO_TEXT, text, streaming, share)
      first = look.answer
      return look.used
    })
    return { answer: first ?? NO_TEXT, at: 0 }
  })
  const { answer, at } = looked
  const [isBeingWritten, setBeingWritten] = useState(streaming)
  const isDone = answer.text === text && answer.ended === !streaming
  const isFresh = !isDone && streaming && text.length - answer.text.length < STEP && text.startsWith(answer.text)
  // What has just come is shown in the pass that brought it: another one would cost the page as much again.
  if (isFresh && at + waitFor(answer) <= performance.now()) look(STEP)
  // So is its end, with all that a frame has room for: what stands below an answer comes with it, and later words move it. In
  // steps long code would be looked at from its beginning with each, which a frame has no room for.
  if (isBeingWritten && !streaming) {
    setBeingWritten(false)
    if (!isDone) look(SHARE, SHARE)
  }

  function look(share: number, most?: number): number {
    const next = lookOn(answer, text, streaming, share, most)
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

function waitFor(answer: AnswerText): number {
  return Math.min(Math.max(SHORTEST_WAIT, tailOf(answer) / TAIL_PER_MS), LONGEST_WAIT)
}
