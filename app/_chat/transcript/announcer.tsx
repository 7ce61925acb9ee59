'use client'

import { useEffect, useRef, useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { runningTurns, type TurnOutcome } from '../live/session-state.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { adviceFor } from './error-advice.ts'
import { insteadWords } from './instead-words.ts'

/** Tells a screen reader when an answer starts, that another model was asked for it, and how it ends; the streaming text itself would be too much. */
export function Announcer() {
  const texts = useTexts()
  const running = useSessionState((state) => runningTurns(state).length > 0)
  const outcome = useSessionState((state) => state.outcome)
  const instead = useInsteadWords()
  const [text, setText] = useState('')
  const before = useRef(running)
  useEffect(() => {
    if (before.current === running) return
    before.current = running
    setText(running ? texts.transcript.answering : endText(texts, outcome))
  }, [running, outcome, texts])
  useEffect(() => {
    if (instead !== '') setText(instead)
  }, [instead])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

/** Of the turn that runs; empty where nobody failed. */
function useInsteadWords(): string {
  const texts = useTexts()
  const models = useModels().data?.models ?? []
  const route = useSessionState(({ turn, routes }) => (turn ? routes.get(turn.turn_id) : undefined))
  if (!route?.instead_of || route.chosen_model === null) return ''
  return insteadWords(texts, { failed: route.instead_of, by: route.chosen_model }, models).join(' ')
}

function endText(texts: Texts, outcome: TurnOutcome | null): string {
  if (outcome?.state === 'failed') return adviceFor(texts, outcome).title
  return outcome?.state === 'cancelled' ? texts.transcript.was_stopped : texts.transcript.is_finished
}
