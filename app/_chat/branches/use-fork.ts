'use client'

import { useRouter } from 'next/navigation'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { forkSession } from '../../_client/fork-session.ts'
import { useAttempt } from '../../_client/use-attempt.ts'
import { useLive } from '../live/use-live-session.ts'

/** Goes on in a chat of its own, with all that was said up to a message and with that. Rejects where the server refuses it. */
export function useFork(): (message: PublicMessage) => Promise<void> {
  const live = useLive()
  const router = useRouter()
  const attempt = useAttempt()
  return async ({ id }) => {
    const fork = await attempt(id, (key) => forkSession(live.id, { message_id: id }, key))
    router.push(`/c/${fork.id}`)
  }
}
