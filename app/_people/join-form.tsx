'use client'

import type { FormEvent } from 'react'
import { useEffect, useState } from 'react'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { errorWords } from '../_client/error-words.ts'
import { ApiError, request } from '../_client/use-api.ts'
import { Field } from '../_providers/field.tsx'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { PageLink } from '../_ui/page-link.tsx'
import { Entrance } from './entrance.tsx'
import { keepOnlyOf } from './forget.ts'
import { PasswordField } from './password-field.tsx'

type OpenLink = AnswerOf<EndpointOf<'/api/links/open', 'POST'>>
type Shown = { link: OpenLink; token: string } | { problem: string | null } | null

const SHORTEST = 12

/** Behind a link that lets somebody in, which stands behind the `#` of the address. */
export function JoinForm() {
  const texts = useTexts()
  const words = useLateTexts().people
  const [shown, setShown] = useState<Shown>(null)

  useEffect(() => {
    const token = location.hash.slice(1)
    request('POST', '/api/links/open', { body: { token: token || '-' } }).then(
      (link) => setShown({ link, token }),
      (error) => {
        const isGone = error instanceof ApiError && error.code === 'link_unusable'
        setShown({ problem: isGone ? null : errorWords(texts, error) })
      },
    )
  }, [texts])

  if (shown === null) return null
  if ('link' in shown) return <LinkForm {...shown} onGone={() => setShown({ problem: null })} />
  return (
    <Entrance title={words.link_gone} about={shown.problem ?? words.link_gone_about}>
      <PageLink href="/sign-in" className="underline">
        {words.to_sign_in}
      </PageLink>
    </Entrance>
  )
}

function LinkForm({ link, token, onGone }: { link: OpenLink; token: string; onGone: () => void }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const [isBusy, setBusy] = useState(false)
  const [isShort, setShort] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { kind, email } = link

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    const password = String(said.get('password'))
    const [name, address] = ['name', 'email'].map((field) => String(said.get(field) ?? '').trim())
    setShort(password.length < SHORTEST)
    setProblem(null)
    if (password.length < SHORTEST) return
    setBusy(true)
    try {
      const own = kind === 'password' ? {} : { ...(name && { name }), ...(email === null && { email: address }) }
      const { id } = await request('POST', '/api/links/accept', { body: { token, password, ...own } })
      await keepOnlyOf(id)
      location.assign('/')
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'link_unusable') onGone()
      else setProblem(errorWords(texts, error))
    }
  }

  return (
    <Entrance title={words.joining[kind]} about={words.joining_about[kind]}>
      <form method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          defaultValue={email ?? ''}
          readOnly={email !== null}
          className="read-only:bg-surface"
        />
        {kind === 'invitation' && (
          <Field label={words.name} name="name" autoComplete="name" dir="auto" maxLength={80} hint={words.name_about} />
        )}
        <PasswordField
          isNew
          name="password"
          label={words.new_password}
          about={words.new_password_about}
          problem={isShort ? words.too_short : null}
        />
        <Fault words={problem} />
        <Button type="submit" variant="primary" disabled={isBusy} className="w-full pointer-coarse:min-h-11">
          {words.join[kind]}
        </Button>
      </form>
    </Entrance>
  )
}
