'use client'

import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { ApiError } from '../_client/use-api.ts'
import { useCredentials } from '../_client/use-credentials.ts'
import { Field } from '../_providers/field.tsx'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { deviceName } from './device-name.ts'
import { addPasskey, deviceWords, knowsPasskeys } from './device-passkey.ts'
import { PasswordField } from './password-field.tsx'

const never = () => () => {}

/** Lets this device make a passkey. Whoever has signed in long ago says the password as well, once the server asks for it. */
export function AddPasskey() {
  const texts = useTexts()
  const words = useLateTexts().people
  const { shown } = useCredentials()
  const isKnown = useSyncExternalStore(never, knowsPasskeys, () => true)
  const [needsPassword, setNeedsPassword] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ problem: string } | 'added' | null>(null)
  const { browser, system } = deviceName(navigator.userAgent)
  const usualName = words.device(browser === '' ? words.unknown_browser : browser, system)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const password = typed.get('password')
    setBusy(true)
    setSaid(null)
    try {
      await addPasskey(String(typed.get('name')), password === null ? undefined : String(password))
      setNeedsPassword(false)
      form.reset()
      setSaid('added')
      await shown()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'proof_required') setNeedsPassword(true)
      else setSaid({ problem: deviceWords(words, error) ?? errorWords(texts, error) })
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
      {needsPassword && <PasswordField isFocused name="password" label={words.password} about={words.prove_about} />}
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
