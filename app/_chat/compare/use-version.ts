'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import { readExchange } from '../../_client/branches.ts'
import type { LiveAnswer } from '../live/live-answer.ts'
import { type LiveTurn, outcomeOf, type SessionState, type TurnOutcome, withBranch } from '../live/session-state.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'

/** One version of a question with what its own turn answered, finished or in the making. */
export interface Version {
  id: string
  question: PublicMessage | null
  answers: readonly PublicMessage[]
  /** While it runs. */
  turn: LiveTurn | null
  answer: LiveAnswer | null
  outcome: TurnOutcome | null
  total: TurnTotal | null
  model: string | null
  /** Why it is not here. */
  error: unknown
}

/** On whichever branch it is: what the page does not have of it is loaded. */
export function useVersion(id: string): Version {
  const live = useLive()
  const isRunning = useSessionState((state) => isAnswered(state, id))
  const { data, error } = useQuery({
    // Asked again when its turn has ended: the stream may have been away at that moment.
    queryKey: ['exchange', live.id, id, isRunning],
    queryFn: () => readExchange(live.id, id),
    placeholderData: keepPreviousData,
    // What happens meanwhile comes by the stream.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  // The stream's own snapshot comes first: it would begin a new state without what was put into this one.
  const isLoaded = useSessionState((state) => state.session !== null)
  useEffect(() => {
    if (data && isLoaded) live.update((state) => withBranch(state, data))
  }, [data, isLoaded, live])

  const known = useSessionState((state) => state.tree.known)
  const isGone = useSessionState(({ gone }) => gone.has(id))
  const question = isGone ? null : (known.get(id) ?? data?.messages[0] ?? null)
  const turnId = question?.metadata.turn_id
  const isOnPath = useSessionState(({ turn }) => turn !== null && turn.turn_id === turnId)
  const main = useSessionState((state) => (isOnPath ? state.turn : null))
  const written = useSessionState((state) => (isOnPath ? state.answer : null))
  const beside = useSessionState((state) => (turnId === undefined ? undefined : state.beside.get(turnId)))
  const total = useSessionState(({ totals }) => (turnId === undefined ? undefined : totals.get(turnId)))
  const route = useSessionState(({ routes }) => (turnId === undefined ? undefined : routes.get(turnId)))
  const answers = useMemo(() => {
    const own = turnId === undefined ? [] : [...known.values()].filter(({ metadata }) => metadata.turn_id === turnId)
    const all = own.length > 0 ? own : isGone ? [] : (data?.messages ?? [])
    return all.filter(({ role }) => role === 'assistant').sort((a, b) => (a.id < b.id ? -1 : 1))
  }, [known, data, turnId, isGone])
  const answer = written ?? beside?.answer ?? null
  const ended = data?.last_turn ? outcomeOf(data.last_turn) : null
  return {
    id,
    question,
    answers,
    turn: main ?? beside?.turn ?? null,
    answer,
    outcome: beside?.outcome ?? ended,
    total: total ?? data?.turn_totals[0] ?? null,
    model:
      answer?.model ??
      answers.findLast(({ metadata }) => metadata.model)?.metadata.model ??
      route?.chosen_model ??
      null,
    error: question === null ? error : null,
  }
}

/** A turn that answers this question is running. */
function isAnswered({ tree, turn, beside }: SessionState, id: string): boolean {
  const turnId = tree.known.get(id)?.metadata.turn_id
  return turnId !== undefined && (turn?.turn_id === turnId || beside.get(turnId)?.turn != null)
}
