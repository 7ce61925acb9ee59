'use client'

import { useEffect, useRef, useState } from 'react'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { runningTurns, type TurnOutcome } from '../live/session-state.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { adviceFor } from './error-advice.ts'

/** Tells a screen reader when an answer starts and how it ends; the streaming text itself would be too much. */
export function Announcer() {
  const texts = useTexts()
  const running = useSessionState((state) => runningTurns(state).length > 0)
  const outcome = useSessionState((state) => state.outcome)
  const [text, setText] = useState('')
  const before = useRef(running)
  useEffect(() => {
    if (before.current === running) return
    before.current = running
    setText(running ? texts.transcript.answering : endText(texts, outcome))
  }, [running, outcome, texts])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

function endText(texts: Texts, outcome: TurnOutcome | null): string {
  if (outcome?.state === 'failed') return adviceFor(texts, outcome).title
  return outcome?.state === 'cancelled' ? texts.transcript.was_stopped : texts.transcript.is_finished
}
