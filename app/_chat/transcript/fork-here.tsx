'use client'

import { useState } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { useFork } from '../branches/use-fork.ts'

/** Under an answer: goes on from here in a chat of its own. */
export function ForkHere({ message }: { message: PublicMessage }) {
  const words = useTexts().transcript
  const forkFrom = useFork()
  const [state, setState] = useState<'idle' | 'forking' | 'failed'>('idle')

  async function fork() {
    setState('forking')
    try {
      await forkFrom(message)
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <IconButton
        icon={LATE_ICONS.fork}
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
