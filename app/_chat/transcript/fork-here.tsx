'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { forkSession } from '../../_client/fork-session.ts'
import { useAttempt } from '../../_client/use-attempt.ts'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { useLive } from '../live/use-live-session.ts'

/** Under an answer: goes on from here in a chat of its own. */
export function ForkHere({ message }: { message: PublicMessage }) {
  const words = useTexts().transcript
  const live = useLive()
  const router = useRouter()
  const attempt = useAttempt()
  const [state, setState] = useState<'idle' | 'forking' | 'failed'>('idle')

  async function fork() {
    setState('forking')
    try {
      const { id } = await attempt(message.id, (key) => forkSession(live.id, { message_id: message.id }, key))
      router.push(`/c/${id}`)
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <IconButton
        icon="fork"
        size={15}
        label={words.fork}
        disabled={state === 'forking'}
        className="size-8! pointer-coarse:size-11!"
        onClick={() => void fork()}
      />
      {state === 'failed' && (
        <span role="alert" className="self-center text-danger">
          {words.not_forked}
        </span>
      )}
    </>
  )
}
