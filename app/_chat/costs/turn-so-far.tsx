'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { answerContent } from '../live/live-answer.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { readingOf, type SoFar, soFar } from './so-far.ts'

/** What the turn that runs took so far, about; `children` until a second of it is over. */
export function TurnSoFar({ turnId, children }: { turnId: string; children: ReactNode }) {
  const { format } = useTexts()
  const words = useLateTexts().costs
  const shown = useCalm(useSoFar(turnId))
  if (!shown) return children
  const { wrote, usd } = shown
  return (
    <span title={words.so_far_about} className="ms-auto flex shrink-0 gap-x-3">
      <span>{words.wrote_so_far(wrote)}</span>
      {usd !== null && <span>≈ {format.roughCost(usd)}</span>}
    </span>
  )
}

function useSoFar(turnId: string): SoFar | null {
  const path = useSessionState(({ tree }) => tree.path)
  const session = useSessionState(({ session }) => session)
  const answer = useSessionState(({ answer }) => answer)
  const total = useSessionState(({ totals }) => totals.get(turnId))
  const models = useModels().data?.models
  const decided = useSessionState(({ routes }) => routes.get(turnId)?.chosen_model)
  const id = decided ?? answer?.model
  const reading = useMemo(() => {
    const model = models?.find((each) => each.id === id)
    if (!model || !session) return null
    const { system_prompt = null, settings } = session
    return readingOf({ path, model, system_prompt, since: settings.decided_at ?? null }, new Date().toISOString())
  }, [path, session, models, id])
  return answer && soFar(total, reading, answerContent(answer))
}

const CALM_MS = 1_000

/**
 * A figure that changes once a second at most, and in a pass that shows something new anyway: to lay out and paint the page
 * for it alone would cost as much as the words do.
 */
function useCalm<T>(value: T): T | null {
  const [shown, setShown] = useState<{ at: number; value: T | null }>(() => ({ at: performance.now(), value: null }))
  const now = performance.now()
  if (value !== null && now - shown.at >= CALM_MS) setShown({ at: now, value })
  return shown.value
}
