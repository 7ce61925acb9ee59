'use client'

import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { request } from '../_client/use-api.ts'
import { useCredentials } from '../_client/use-credentials.ts'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { neverChanges } from '../_ui/never-changes.ts'
import { CredentialList } from './credential-list.tsx'
import { returnOf } from './oidc-return.ts'
import { useProof } from './use-proof.tsx'

/** Accounts elsewhere that somebody signs in with; `provider`: where another one may be, or null. */
export function OwnAccounts({ provider }: { provider: string | null }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const { credentials } = useCredentials()
  const { proofField, passwordIn, isProofAsked } = useProof()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Of who came back with it.
  const search = useSyncExternalStore(
    neverChanges,
    () => location.search,
    () => '',
  )
  const returned = returnOf(search).problem
  const accounts = credentials?.filter(({ kind }) => kind === 'oidc') ?? []
  if (!credentials || (provider === null && accounts.length === 0)) return null

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = passwordIn(event.currentTarget)
    setBusy(true)
    setProblem(null)
    try {
      const { url } = await request('POST', '/api/me/oidc', { body: password === undefined ? {} : { password } })
      location.assign(url)
    } catch (error) {
      setBusy(false)
      if (!isProofAsked(error)) setProblem(errorWords(texts, error))
    }
  }

  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts" tabIndex={-1} className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.accounts}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">
        {provider === null ? words.accounts_nowhere : words.accounts_about(provider)}
      </p>
      <CredentialList credentials={accounts} headingId="accounts" />
      {provider !== null && (
        <form method="post" onSubmit={(event) => void submit(event)} className="mt-4 max-w-sm space-y-4">
          {proofField}
          <Fault words={problem ?? (returned && words.oidc_problems[returned])} />
          <Button type="submit" disabled={isBusy} className="pointer-coarse:min-h-11">
            {words.link_account(provider)}
          </Button>
        </form>
      )}
    </section>
  )
}
