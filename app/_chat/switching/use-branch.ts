import { useRouter } from 'next/navigation'
import { forkSession } from '../../_client/fork-session.ts'
import { patchSession } from '../../_client/use-api.ts'
import { useAttempt } from '../../_client/use-attempt.ts'
import { useLive } from '../live/use-live-session.ts'
import type { Way } from './preview.ts'

/** Goes to a model with what was said from a question on, in a chat of its own. Rejects where the server refuses it. */
export function useBranch(model: string) {
  const { id: origin } = useLive()
  const router = useRouter()
  const attempt = useAttempt()
  return async ({ from }: Way) => {
    const id = await attempt([from, model], async (key) => {
      const fork = await forkSession(origin, { from: from?.message_id }, key)
      await patchSession(fork.id, { active_model: model })
      return fork.id
    })
    router.push(`/c/${id}`)
  }
}
