'use client'

import { type ReactNode, useId, useState } from 'react'
import type { Fate, Person } from '../../_client/use-people.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { RadioRow } from '../radio-row.tsx'

interface Props {
  /** Whose chats, for who hears the page. */
  label: string
  /** What is asked. */
  children: ReactNode
  kinds: readonly Fate['kind'][]
  /** Who may get them. */
  receivers: readonly Person[]
  done: string
  onDecide: (fate: Fate) => void
  onCancel: () => void
}

/** Asks what becomes of somebody's chats, and whether that is meant. */
export function ChatsFate({ label, children, kinds, receivers, done, onDecide, onCancel }: Props) {
  const words = useAdminTexts().members
  const name = useId()
  const [kind, setKind] = useState<Fate['kind']>(kinds[0] ?? 'keep')
  const [to, setTo] = useState('')
  const receiver = receivers.find(({ id }) => id === to) ?? receivers[0]
  const offered = kinds.filter((each) => each !== 'hand_over' || receiver)

  function decide() {
    if (kind !== 'hand_over') onDecide({ kind })
    else if (receiver) onDecide({ kind, to: receiver.id })
  }

  return (
    <fieldset aria-label={label} className="mt-3 max-w-[42em] rounded-sheet border border-line p-4">
      <p role="alert" className="break-words">
        {children}
      </p>
      <div className="mt-3 space-y-1">
        {offered.map((each) => (
          <div key={each}>
            <RadioRow
              name={name}
              label={words.fates[each]}
              isChosen={kind === each}
              onChoose={() => setKind(each)}
              {...(kind === each && { about: words.fates_about[each] })}
            />
            {each === 'hand_over' && kind === each && (
              <select
                aria-label={words.receiver}
                value={receiver?.id}
                onChange={(event) => setTo(event.target.value)}
                className={`${FIELD} ms-7 w-auto! max-w-[calc(100%-1.75rem)]`}
              >
                {receivers.map(({ id, name: called, email }) => (
                  <option key={id} value={id}>
                    {called === email ? email : `${called} (${email})`}
                  </option>
                ))}
              </select>
            )}
          </div>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button autoFocus onClick={onCancel} className="pointer-coarse:min-h-11">
          {words.cancel}
        </Button>
        <Button variant="danger" onClick={decide} className="pointer-coarse:min-h-11">
          {done}
        </Button>
      </div>
    </fieldset>
  )
}
