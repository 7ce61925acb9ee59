'use client'

import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { useCredentials } from '../_client/use-credentials.ts'
import { Field } from '../_providers/field.tsx'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { neverChanges } from '../_ui/never-changes.ts'
import { deviceName } from './device-name.ts'
import { addPasskey, deviceWords, knowsPasskeys } from './device-passkey.ts'
import { useProof } from './use-proof.tsx'

/** Lets this device make a passkey. Whoever has signed in long ago says the password as well, once the server asks for it. */
export function AddPasskey() {
  const texts = useTexts()
  const words = useLateTexts().people
  const { shown } = useCredentials()
  const isKnown = useSyncExternalStore(neverChanges, knowsPasskeys, () => true)
  const { proofField, passwordIn, isProofAsked, proved } = useProof()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ problem: string } | 'added' | null>(null)
  const { browser, system } = deviceName(navigator.userAgent)
  const usualName = words.device(browser === '' ? words.unknown_browser : browser, system)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const password = passwordIn(form)
    setBusy(true)
    setSaid(null)
    try {
      await addPasskey(String(typed.get('name')), password)
      proved()
      form.reset()
      setSaid('added')
      await shown()
    } catch (error) {
      if (!isProofAsked(error)) setSaid({ problem: deviceWords(words, error) ?? errorWords(texts, error) })
    } finally {
      setBusy(false)
    }
  }

  if (!isKnown) return <p className="mt-3 text-muted">{words.passkeys_unknown}</p>
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="mt-4 max-w-sm space-y-4">
      <Field
        label={words.passkey_name}
        name="name"
        dir="auto"
        required
        maxLength={60}
        defaultValue={usualName}
        hint={words.passkey_name_about}
      />
      {proofField}
      <Fault words={said !== null && said !== 'added' ? said.problem : null} />
      <Button type="submit" disabled={isBusy} className="pointer-coarse:min-h-11">
        {isBusy ? words.passkey_waiting : words.add_passkey}
      </Button>
      <p role="status" className="empty:hidden">
        {said === 'added' && words.passkey_added}
      </p>
    </form>
  )
}
