'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, putSteering } from '../../_client/use-api.ts'
import type { QueuedMessage } from './queue.ts'

interface SteeringOptions extends Answering {
  /** In their order, all that is meant for the answer. */
  waiting: readonly QueuedMessage[]
  /** What was said is not waited with any more; what the answer takes no more waits for its end. */
  onTold: (said: readonly string[], isOver: boolean) => void
}

/** The answer that is written, if one is. */
export interface Answering {
  sessionId: string
  /** The session is known: whether a turn runs in it. */
  loaded: boolean
  turnId: string | null
  /** Of messages on the path: with each of them a step may have begun. */
  steps: number
  onError: (error: unknown) => void
}

/** After a request that nothing came of. */
const RETRY_MS = 2_000

type TextContent = Parameters<typeof putSteering>[2][number]['content']

/**
 * Tells the turn that runs what waits for its next step, whenever that changes, and asks with each step what of it was said.
 * The queue keeps a message until then: the server forgets what no step took in.
 */
export function useSteering({ sessionId, loaded, turnId, steps, waiting, onTold, onError }: SteeringOptions) {
  /** The turn that was told last, and whether something of ours waits there. */
  const told = useRef<{ turn: string; some: boolean }>({ turn: '-', some: false })
  const [attempt, setAttempt] = useState(0)
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** One after the other: the last one holds. */
  const before = useRef<Promise<unknown>>(Promise.resolve())

  const tell = useEffectEvent(() => {
    const isOver = turnId === null
    const turn = turnId ?? told.current.turn
    const isOurs = told.current.turn === turn && told.current.some
    if (!loaded || (waiting.length === 0 && (isOver || !isOurs))) return
    told.current = { turn, some: waiting.length > 0 }
    // Words alone, which is asked before one is meant for an answer.
    const messages = waiting.map(({ key, content }) => ({ key, content: content as TextContent }))
    before.current = before.current.then(async () => {
      try {
        const { said } = await putSteering(sessionId, turn, messages)
        if (said.length > 0 || isOver) onTold(said, isOver)
      } catch (error) {
        if (isUnanswered(error)) {
          // So do requests end whose page is left, too: what waits in it has to be there for the next one as it was.
          clearTimeout(retry.current)
          retry.current = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS)
        } else {
          onTold([], true)
          onError(error)
        }
      }
    })
  })
  const keys = waiting.map(({ key }) => key).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of these it is told anew
  useEffect(() => tell(), [turnId, keys, steps, loaded, attempt])
  useEffect(() => () => clearTimeout(retry.current), [])
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}
