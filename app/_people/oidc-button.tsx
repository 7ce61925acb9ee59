'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { request } from '../_client/use-api.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { useHydrated } from '../_ui/use-hydrated.ts'
import { nextPage } from './next-page.ts'
import { returnOf } from './oidc-return.ts'

/** Leads to the identity provider, whose `name` it has, and says what came of it to whoever comes back. */
export function OidcButton({
  name,
  onSignedIn,
  onProblem,
}: {
  name: string
  onSignedIn: (person: { id: string }) => Promise<void>
  onProblem: (words: string | null) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().people
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    onProblem(null)
    try {
      const next = nextPage(location.search, location.origin)
      const { url } = await request('POST', '/api/sign-in/oidc', { body: { next } })
      location.assign(url)
    } catch (error) {
      setBusy(false)
      onProblem(errorWords(texts, error))
    }
  }

  async function arrive() {
    const { isArrived, problem } = returnOf(location.search)
    if (problem !== null) onProblem(words.oidc_problems[problem])
    if (!isArrived) return
    setBusy(true)
    // Whoever is not signed in has only opened this address.
    const person = await request('GET', '/api/me').then(
      (me) => me.person,
      () => null,
    )
    if (person) await onSignedIn(person)
    setBusy(false)
  }

  const onShown = useEffectEvent(() => void arrive())
  useEffect(() => onShown(), [])

  return (
    <Button
      disabled={isBusy || !isHydrated}
      onClick={() => void press()}
      className="w-full break-words pointer-coarse:min-h-11"
    >
      {isBusy ? words.signing_in : words.oidc_sign_in(name)}
    </Button>
  )
}
