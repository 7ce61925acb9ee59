'use client'

import { cancelTurn } from '../../_client/use-api.ts'
import { markTurn, runningTurns } from './session-state.ts'
import { useLive, useSessionState } from './use-live-session.ts'

/** How to stop all that is being written; `null` while nothing is. A refusal is shown where those of messages are. */
export function useStop(): (() => Promise<void>) | null {
  const stopTurn = useStopTurn()
  const turnIds = useSessionState((state) =>
    runningTurns(state)
      .map(({ turn_id }) => turn_id)
      .join(' '),
  )
  if (turnIds === '') return null
  return async () => {
    await Promise.all(turnIds.split(' ').map(stopTurn))
  }
}

/** Of several answers to one question, one. */
export function useStopTurn(): (turnId: string) => Promise<void> {
  const live = useLive()
  return async (turnId) => {
    live.update((state) => markTurn(state, turnId, 'cancelling'))
    try {
      await cancelTurn(live.id, turnId)
    } catch (refused) {
      live.update((state) => ({ ...markTurn(state, turnId, 'running'), refused }))
    }
  }
}
