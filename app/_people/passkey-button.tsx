'use client'

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { ApiError, request } from '../_client/use-api.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { neverChanges } from '../_ui/never-changes.ts'
import { useHydrated } from '../_ui/use-hydrated.ts'
import { deviceWords, knowsPasskeys, offersPasskeysInField, type PickedPasskey, pickPasskey } from './device-passkey.ts'

/** Signs in with a passkey: by this button, or by picking one where the address is filled in, where the browser offers that. */
export function PasskeyButton({
  onSignedIn,
  onProblem,
}: {
  onSignedIn: (person: { id: string }) => Promise<void>
  onProblem: (words: string | null) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().people
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const isKnown = useSyncExternalStore(neverChanges, knowsPasskeys, () => true)

  async function press() {
    setBusy(true)
    onProblem(null)
    try {
      await enter(await pickPasskey({ inField: false }))
    } catch (error) {
      setBusy(false)
      onProblem(deviceWords(words, error) ?? errorWords(texts, error))
      await listen()
    }
  }

  /** Nobody has asked for it: what speaks against it is no news. */
  async function listen() {
    const picked = await pickInField().catch(() => null)
    if (picked) await enter(picked)
  }

  async function enter(picked: PickedPasskey) {
    setBusy(true)
    try {
      await onSignedIn(await request('POST', '/api/sign-in/passkey', { body: picked }))
    } catch (error) {
      setBusy(false)
      onProblem(errorWords(texts, error))
      // The page was open for longer than a challenge holds: the next one they pick is in time.
      if (error instanceof ApiError && error.code === 'challenge_unusable') await listen()
    }
  }

  const onShown = useEffectEvent(() => void listen())
  useEffect(() => onShown(), [])

  if (!isKnown) return null
  return (
    <Button disabled={isBusy || !isHydrated} onClick={() => void press()} className="w-full pointer-coarse:min-h-11">
      {isBusy ? words.passkey_waiting : words.passkey_sign_in}
    </Button>
  )
}

/** Null where the browser does not offer passkeys in fields. */
async function pickInField(): Promise<PickedPasskey | null> {
  return (await offersPasskeysInField()) ? await pickPasskey({ inField: true }) : null
}
