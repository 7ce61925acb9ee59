'use client'

import type { FormEvent } from 'react'
import { useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { request } from '../_client/use-api.ts'
import { useCredentials } from '../_client/use-credentials.ts'
import { useDevices } from '../_client/use-people.ts'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { PasswordField } from './password-field.tsx'

/** `email`: for password managers, which keep a password with a name. */
export function ChangePassword({ email }: { email: string }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const { shown } = useDevices()
  const { hasPassword, shown: credentialsShown } = useCredentials()
  const [said, setSaid] = useState<{ problem: string } | 'changed' | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    setBusy(true)
    setSaid(null)
    try {
      const current = typed.get('current')
      const body = { ...(current !== null && { current: String(current) }), next: String(typed.get('next')) }
      await request('POST', '/api/me/password', { body })
      form.reset()
      setSaid('changed')
      await Promise.all([shown(), credentialsShown()])
    } catch (error) {
      setSaid({ problem: errorWords(texts, error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {hasPassword ? words.change_password : words.choose_password}
      </h2>
      <form method="post" onSubmit={(event) => void submit(event)} className="max-w-sm space-y-4">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && <PasswordField name="current" label={words.current_password} />}
        <PasswordField isNew name="next" label={words.new_password} about={words.new_password_about} />
        <Fault words={said !== null && said !== 'changed' ? said.problem : null} />
        <Button type="submit" disabled={isBusy} className="pointer-coarse:min-h-11">
          {words.save}
        </Button>
        <p role="status" className="empty:hidden">
          {said === 'changed' && words.password_changed}
        </p>
      </form>
    </section>
  )
}
