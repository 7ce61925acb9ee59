'use client'

import { useEffect, useRef, useState } from 'react'
import type { TurnOutcome } from '../live/session-state.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { adviceFor } from './error-advice.ts'

/** Tells a screen reader when an answer starts and how it ends; the streaming text itself would be too much. */
export function Announcer() {
  const running = useSessionState((state) => state.turn !== null)
  const outcome = useSessionState((state) => state.outcome)
  const [text, setText] = useState('')
  const before = useRef(running)
  useEffect(() => {
    if (before.current === running) return
    before.current = running
    setText(running ? 'The model is answering.' : endText(outcome))
  }, [running, outcome])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

function endText(outcome: TurnOutcome | null): string {
  if (outcome?.state === 'failed') return adviceFor(outcome.error_class).title
  return outcome?.state === 'cancelled' ? 'The answer was stopped.' : 'The answer is finished.'
}
