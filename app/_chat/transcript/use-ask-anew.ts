'use client'

import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { postTurn } from '../../_client/use-api.ts'
import { useAttempt } from '../../_client/use-attempt.ts'
import { acceptAsking, ask, withdrawAsking } from '../live/asking.ts'
import { runningTurns } from '../live/session-state.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'

interface Wish {
  /** Left out: that of the chat. */
  model?: string | undefined
  /** Also where the very same request was refused. */
  resend_refused?: true
}

/**
 * Asks a question anew, as it was or in other words, of the model of the chat or of another: beside the one that stands
 * there, which is kept with all that follows it. Resolves with the id of the new question; `null` where it was refused, which
 * is shown where those of new messages are.
 */
export function useAskAnew() {
  const live = useLive()
  const attempt = useAttempt()

  return async (question: PublicMessage, content: TurnContent, wish: Wish = {}): Promise<string | null> => {
    const { parent_id } = question
    const { model, ...rest } = wish
    const said = { content, parent_id, ...rest, ...(model !== undefined && { model }) }
    live.update((state) => ask(state, content, parent_id))
    try {
      const { message_id } = await attempt(said, (key) => postTurn(live.id, said, key))
      live.update((state) => {
        // One of another question goes on.
        const editing = state.editing?.message_id === question.id ? null : state.editing
        return acceptAsking({ ...state, editing }, message_id)
      })
      return message_id
    } catch (refused) {
      live.update((state) => ({ ...withdrawAsking(state), refused }))
      return null
    }
  }
}

/** Nothing can be asked while an answer is written, or a question is on its way. */
export function useIsBusy(): boolean {
  return useSessionState((state) => runningTurns(state).length > 0 || state.asking !== null)
}
