'use client'

import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { request } from '../_client/use-api.ts'
import { Field } from '../_providers/field.tsx'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { useHydrated } from '../_ui/use-hydrated.ts'
import { Entrance } from './entrance.tsx'
import { keepOnlyOf } from './forget.ts'
import { nextPage } from './next-page.ts'
import { OidcButton } from './oidc-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from './password-field.tsx'
import type { WaysIn } from './ways-in.ts'

export function SignInForm({ ways }: { ways: WaysIn }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    try {
      const body = { email: String(said.get('email')), password: String(said.get('password')) }
      await enter(await request('POST', '/api/sign-in', { body }))
    } catch (error) {
      setBusy(false)
      setProblem(errorWords(texts, error))
      form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select()
    }
  }

  return (
    <Entrance title={words.sign_in} about={words.sign_in_about}>
      <form ref={form} method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete={ways.passkeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          required
          autoFocus
        />
        <PasswordField name="password" label={words.password} />
        <Fault words={problem} />
        <Button
          type="submit"
          variant="primary"
          disabled={isBusy || !isHydrated}
          className="w-full pointer-coarse:min-h-11"
        >
          {isBusy ? words.signing_in : words.sign_in}
        </Button>
      </form>
      <div className="mt-3 space-y-3 empty:hidden">
        {ways.passkeys && <PasskeyButton onSignedIn={enter} onProblem={setProblem} />}
        {ways.oidc !== null && <OidcButton name={ways.oidc} onSignedIn={enter} onProblem={setProblem} />}
      </div>
      <p className="mt-6 text-caption text-muted">{words.no_account}</p>
    </Entrance>
  )
}

async function enter({ id }: { id: string }): Promise<void> {
  await keepOnlyOf(id)
  // Not by the router: what it has of pages is of whoever was here before.
  location.assign(nextPage(location.search, location.origin))
}
