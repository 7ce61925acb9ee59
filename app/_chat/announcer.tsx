'use client'

import { useEffect, useRef, useState } from 'react'
import { adviceFor } from './error-advice.ts'
import { useSessionState } from './use-live-session.ts'

/** Tells a screen reader when an answer starts and ends; the streaming text itself would be too much. */
export function Announcer() {
  const running = useSessionState((state) => state.turn !== null)
  const failure = useSessionState((state) => state.failure)
  const [text, setText] = useState('')
  const before = useRef(running)
  useEffect(() => {
    if (before.current === running) return
    before.current = running
    if (running) setText('The model is answering.')
    else setText(failure ? adviceFor(failure.error_class).title : 'The answer is finished.')
  }, [running, failure])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
