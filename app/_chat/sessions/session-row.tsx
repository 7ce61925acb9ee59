'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionSummary } from '#lib/canonical/session.ts'
import type { SessionPages } from '../../_client/use-api.ts'
import { deleteSession, patchSession, SESSIONS_KEY } from '../../_client/use-api.ts'
import { IconButton } from '../../_ui/button.tsx'
import { Menu } from '../../_ui/menu.tsx'
import { useCommand } from '../commands/use-command.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { forgetSession } from './forget-session.ts'
import { SessionLink } from './session-link.tsx'
import { upsertSession } from './session-list.ts'
import { TitleField } from './title-field.tsx'

export function SessionRow({
  session,
  current,
  newChat,
}: {
  session: SessionSummary
  current: boolean
  /** Takes the focus when the last row is gone. */
  newChat: RefObject<HTMLElement | null>
}) {
  const client = useQueryClient()
  const router = useRouter()
  const [mode, setMode] = useState<'idle' | 'renaming' | 'deleting'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const title = session.title ?? 'New chat'

  /** `refocus`: the field that goes away had the focus, and the row takes it back. */
  function endRenaming(refocus: boolean) {
    flushSync(() => setMode('idle'))
    if (refocus) link.current?.focus()
  }

  async function rename(next: string, refocus: boolean) {
    endRenaming(refocus)
    if (!next || next === session.title) return
    try {
      const changed = await patchSession(session.id, { title: next })
      client.setQueryData<SessionPages>(SESSIONS_KEY, (data) => upsertSession(data, changed))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Not renamed.')
    }
  }

  async function remove() {
    const row = link.current?.closest('li')
    const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a') ?? newChat.current
    await deleteSession(session.id)
    // The dialog gives the focus back to a button of this row.
    flushSync(() => setMode('idle'))
    await forgetSession(client, session.id)
    // Not a way back: there is nothing to go back to.
    if (current) router.replace('/')
    else neighbour?.focus()
  }

  useCommand('rename_chat', current ? () => setMode('renaming') : null)
  useCommand('delete_chat', current ? () => setMode('deleting') : null)

  if (mode === 'renaming') {
    return (
      <li>
        <TitleField
          title={title}
          onDone={(next, refocus) => void rename(next, refocus)}
          onCancel={() => endRenaming(true)}
        />
      </li>
    )
  }
  return (
    <li
      className={clsx(
        'group relative flex items-center rounded-control',
        current ? 'bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:outline' : 'hover:bg-hover',
      )}
    >
      <SessionLink session={session} title={title} current={current} link={link} />
      <SessionMenu title={title} onRename={() => setMode('renaming')} onDelete={() => setMode('deleting')} />
      {mode === 'deleting' && <DeleteDialog title={title} onDelete={remove} onClose={() => setMode('idle')} />}
      {problem && (
        <p
          role="alert"
          className="absolute start-2.5 top-full z-10 rounded-control border border-danger-line bg-danger-soft px-2 py-1 text-caption"
        >
          {problem}
        </p>
      )}
    </li>
  )
}

function SessionMenu({ title, onRename, onDelete }: { title: string; onRename: () => void; onDelete: () => void }) {
  return (
    <Menu
      label={`Actions for ${title}`}
      trigger={(props) => (
        <IconButton
          {...props}
          icon="more"
          size={16}
          label={`Actions for ${title}`}
          className="absolute end-0.5 size-8! opacity-0 pointer-coarse:size-11! focus-visible:opacity-100 aria-expanded:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      )}
      items={[
        { label: 'Rename', icon: 'pencil', onSelect: onRename },
        { label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete },
      ]}
    />
  )
}
