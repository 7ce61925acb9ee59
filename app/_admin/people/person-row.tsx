'use client'

import { useRef, useState } from 'react'
import { type Person, usePeopleChanges } from '../../_client/use-people.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { ChatsFate } from './chats-fate.tsx'
import { RoleSelect } from './role-select.tsx'
import type { Run } from './run.ts'

/** One person, and what the reader may do about them. */
export function PersonRow({
  person,
  people,
  me,
  run,
}: {
  person: Person
  people: readonly Person[]
  me: Person
  run: Run
}) {
  const { format } = useTexts()
  const words = useAdminTexts().members
  const { setRole, remove, passwordLink } = usePeopleChanges()
  const removeButton = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const { id, name, email, role, created_at } = person
  const mayChange = me.role === 'owner' || role === 'member'

  function keep() {
    setAsked(false)
    removeButton.current?.focus()
  }

  return (
    <li className="border-line border-b py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="break-words font-semibold" dir="auto">
            {name}
            {id === me.id && <span className="font-normal text-muted"> · {words.you}</span>}
          </p>
          <p className="break-words text-caption text-muted">
            {email} · {words.since} {format.longDay(new Date(created_at))}
          </p>
        </div>
        {me.role === 'owner' ? (
          <RoleSelect
            words={words}
            aria-label={words.role_of(name)}
            value={role}
            onPick={(picked) => void run(() => setRole(id, picked))}
          />
        ) : (
          <span>{words.roles[role]}</span>
        )}
        {mayChange && id !== me.id && (
          <span className="flex flex-wrap gap-2">
            <Button
              aria-label={words.password_link_of(name)}
              onClick={() => void run(() => passwordLink(id))}
              className="pointer-coarse:min-h-11"
            >
              {words.password_link}
            </Button>
            <Button
              ref={removeButton}
              variant="danger"
              aria-expanded={isAsked}
              aria-label={words.remove_of(name)}
              onClick={() => setAsked(!isAsked)}
              className="pointer-coarse:min-h-11"
            >
              {words.remove}
            </Button>
          </span>
        )}
      </div>
      {isAsked && (
        <ChatsFate
          label={words.remove_of(name)}
          kinds={me.role === 'owner' ? ['keep', 'hand_over', 'delete'] : ['keep', 'delete']}
          receivers={people.filter((other) => other.id !== id)}
          done={words.remove}
          onDecide={(fate) => void run(() => remove(id, fate))}
          onCancel={keep}
        >
          {words.remove_sure(name)}
        </ChatsFate>
      )}
    </li>
  )
}
