'use client'

import { useRef, useState } from 'react'
import { type Person, type RemovedPerson, usePeopleChanges } from '../../_client/use-people.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { ChatsFate } from './chats-fate.tsx'
import type { Run } from './run.ts'

/** Chats of people who were removed, until somebody says what becomes of them. */
export function LeftChats({
  removed,
  ...others
}: {
  removed: readonly RemovedPerson[]
  people: readonly Person[]
  me: Person
  run: Run
}) {
  const words = useAdminTexts().members
  if (removed.length === 0) return null
  return (
    <section aria-labelledby="left-chats">
      <h2 id="left-chats" className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.left}
      </h2>
      <p className="mb-2 max-w-[42em] text-muted">{words.left_about}</p>
      <ul className="max-w-4xl border-line-strong border-t">
        {removed.map((person) => (
          <Left key={person.id} person={person} {...others} />
        ))}
      </ul>
    </section>
  )
}

function Left({ person, people, me, run }: { person: RemovedPerson; people: readonly Person[]; me: Person; run: Run }) {
  const { format } = useTexts()
  const words = useAdminTexts().members
  const { settle } = usePeopleChanges()
  const opener = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const { id, name, email, role, removed_at, chats } = person
  const isOwner = me.role === 'owner'
  return (
    <li className="border-line border-b py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="break-words font-semibold" dir="auto">
            {name}
          </p>
          <p className="break-words text-caption text-muted">
            {words.left_by(email, chats, format.longDay(new Date(removed_at)))}
          </p>
        </div>
        {isOwner && (
          <a
            href={`/api/admin/people/${encodeURIComponent(id)}/chats`}
            download
            aria-label={words.export_left_of(name)}
            className="inline-flex min-h-(--row) items-center gap-2 rounded-control border border-line-control bg-raised px-3 text-ui hover:bg-surface pointer-coarse:min-h-11"
          >
            <Icon name="download" />
            {words.export_left}
          </a>
        )}
        {(isOwner || role === 'member') && (
          <Button
            ref={opener}
            aria-expanded={isAsked}
            aria-label={words.decide_of(name)}
            onClick={() => setAsked(!isAsked)}
            className="pointer-coarse:min-h-11"
          >
            {words.decide}
          </Button>
        )}
      </div>
      {isAsked && (
        <ChatsFate
          label={words.decide_of(name)}
          kinds={isOwner ? ['hand_over', 'delete'] : ['delete']}
          receivers={people}
          done={words.do_it}
          onDecide={(fate) => void run(() => settle(id, fate))}
          onCancel={() => {
            setAsked(false)
            opener.current?.focus()
          }}
        >
          {words.what_of(name)}
        </ChatsFate>
      )}
    </li>
  )
}
