'use client'

import { useRef, useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { type Credential, useCredentials } from '../_client/use-credentials.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Question } from '../_ui/question.tsx'

/** Of one kind; `headingId` has the focus where one of them is gone. */
export function CredentialList({ credentials, headingId }: { credentials: readonly Credential[]; headingId: string }) {
  if (credentials.length === 0) return null
  return (
    <ul className="max-w-3xl border-line-strong border-t">
      {credentials.map((credential) => (
        <CredentialRow
          key={credential.id}
          credential={credential}
          onRemoved={() => document.getElementById(headingId)?.focus()}
        />
      ))}
    </ul>
  )
}

function CredentialRow({ credential, onRemoved }: { credential: Credential; onRemoved: () => void }) {
  const texts = useTexts()
  const words = useLateTexts().people
  const { remove } = useCredentials()
  const removeButton = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, kind, label, created_at, used_at } = credential
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
            {words.credential_facts(day(created_at), used_at === null ? null : day(used_at))}
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
          words={problem ?? words.remove_sure[kind](label)}
          keep={words.keep}
          sure={words.remove}
          onKeep={keep}
          onSure={() => void sure()}
        />
      )}
    </li>
  )
}
