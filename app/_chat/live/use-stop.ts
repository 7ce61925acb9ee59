'use client'

import { cancelTurn } from '../../_client/use-api.ts'
import { markTurn } from './session-state.ts'
import { useLive, useSessionState } from './use-live-session.ts'

/** How to stop what is being written; `null` while nothing is. A refusal is shown where those of messages are. */
export function useStop(): (() => Promise<void>) | null {
  const live = useLive()
  const turnId = useSessionState(({ turn }) => turn?.turn_id ?? null)
  if (turnId === null) return null
  return async () => {
    live.update((state) => markTurn(state, turnId, 'cancelling'))
    try {
      await cancelTurn(live.id, turnId)
    } catch (refused) {
      live.update((state) => ({ ...markTurn(state, turnId, 'running'), refused }))
    }
  }
}
