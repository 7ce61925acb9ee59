'use client'

import { useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { request } from '../_client/use-api.ts'
import { useAttempt } from '../_client/use-attempt.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { useHydrated } from '../_ui/use-hydrated.ts'

/**
 * Begins a chat of the reader's own with what is shown; who is not signed in does that first. `proof`: of the password that
 * was said for the page.
 */
export function ContinueHere({ token, proof }: { token: string; proof: string | null }) {
  const texts = useTexts()
  const words = useLateTexts().shares
  const attempt = useAttempt()
  const isHydrated = useHydrated()
  const [state, setState] = useState<{ busy: boolean; problem: unknown }>({ busy: false, problem: null })

  async function go() {
    setState({ busy: true, problem: null })
    try {
      const { id } = await attempt(token, (key) => request('POST', '/api/forks', { body: { token, proof }, key }))
      location.assign(`/c/${id}`)
    } catch (problem) {
      setState({ busy: false, problem })
    }
  }

  return (
    <div className="needs-script print:hidden">
      <Button disabled={state.busy || !isHydrated} onClick={() => void go()} className="pointer-coarse:min-h-11">
        <Icon name={LATE_ICONS.fork} />
        {words.continue}
      </Button>
      <p role="alert" className="mt-2 text-danger text-small empty:hidden">
        {state.problem !== null && errorWords(texts, state.problem)}
      </p>
    </div>
  )
}
