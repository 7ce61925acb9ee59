'use client'

import { useRef, useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { type Credential, useCredentials } from '../_client/use-credentials.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Question } from '../_ui/question.tsx'
import { AddPasskey } from './add-passkey.tsx'

/** What somebody can sign in with instead of the password; `isOffered`: whether browsers make passkeys for this server. */
export function PasskeyList({ isOffered }: { isOffered: boolean }) {
  const words = useLateTexts().people
  const { credentials } = useCredentials()
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = credentials?.filter(({ kind }) => kind === 'passkey') ?? []
  if (!credentials || (!isOffered && passkeys.length === 0)) return null
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" ref={heading} tabIndex={-1} className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.passkeys}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">{isOffered ? words.passkeys_about : words.passkeys_nowhere}</p>
      {passkeys.length > 0 && (
        <ul className="max-w-3xl border-line-strong border-t">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {isOffered && <AddPasskey />}
    </section>
  )
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Credential; onRemoved: () => void }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const { remove } = useCredentials()
  const removeButton = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, label, created_at, used_at } = passkey
  const day = (at: string) => texts.format.longDay(new Date(at))

  function keep() {
    setAsked(false)
    setProblem(null)
    removeButton.current?.focus()
  }

  async function sure() {
    try {
      await remove(id)
      onRemoved()
    } catch (error) {
      setProblem(errorWords(texts, error))
    }
  }

  return (
    <li className="border-line border-b py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1">
          <span className="block break-words" dir="auto">
            {label}
          </span>
          <span className="block text-caption text-muted">
            {words.passkey_facts(day(created_at), used_at === null ? null : day(used_at))}
          </span>
        </span>
        <Button
          ref={removeButton}
          variant="danger"
          aria-expanded={isAsked}
          aria-label={words.remove_of(label)}
          onClick={() => setAsked(!isAsked)}
          className="pointer-coarse:min-h-11"
        >
          {words.remove}
        </Button>
      </div>
      {isAsked && (
        <Question
          label={words.remove_of(label)}
          words={problem ?? words.remove_sure(label)}
          keep={words.keep}
          sure={words.remove}
          onKeep={keep}
          onSure={() => void sure()}
        />
      )}
    </li>
  )
}
