'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionSummary } from '#lib/canonical/session.ts'
import type { SessionPages } from '../../_client/use-api.ts'
import { deleteSession, patchSession, SESSIONS_KEY } from '../../_client/use-api.ts'
import { roughSpendingLabel, spendingDetail, spendingLabel } from '../../_content/format.ts'
import { IconButton } from '../../_ui/button.tsx'
import { Menu } from '../../_ui/menu.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { forgetSession } from './forget-session.ts'
import { upsertSession } from './session-list.ts'

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
    <li className={clsx('group relative flex items-center rounded-lg hover:bg-hover', current && 'bg-hover')}>
      <Link
        ref={link}
        href={`/c/${session.id}`}
        prefetch={false}
        aria-current={current ? 'page' : undefined}
        className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-lg px-2.5 text-sm pointer-coarse:pe-9"
      >
        {session.state === 'running' && (
          <span className="size-2 shrink-0 animate-[breathe_1.6s_ease-in-out_infinite] rounded-full bg-accent">
            <span className="sr-only">Answering: </span>
          </span>
        )}
        <span className={clsx('min-w-0 flex-1 truncate', current && 'font-medium')} title={title} dir="auto">
          {title}
        </span>
        {(Number(session.cost_usd) > 0 || session.unpriced_calls > 0) && (
          <span
            className="shrink-0 text-muted text-xs tabular-nums pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible"
            title={spendingDetail(
              `Cost ${spendingLabel(session.cost_usd, session.unpriced_calls)}`,
              session.unpriced_calls,
            )}
          >
            {roughSpendingLabel(session.cost_usd, session.unpriced_calls)}
          </span>
        )}
      </Link>
      <Menu
        label={`Actions for ${title}`}
        trigger={(props) => (
          <IconButton
            {...props}
            icon="more"
            size={16}
            label={`Actions for ${title}`}
            className="absolute end-0.5 size-8! opacity-0 focus-visible:opacity-100 aria-expanded:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          />
        )}
        items={[
          { label: 'Rename', icon: 'pencil', onSelect: () => setMode('renaming') },
          { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setMode('deleting') },
        ]}
      />
      {mode === 'deleting' && <DeleteDialog title={title} onDelete={remove} onClose={() => setMode('idle')} />}
      {problem && (
        <p role="alert" className="absolute start-2.5 top-full z-10 rounded-lg bg-danger-soft px-2 py-1 text-xs">
          {problem}
        </p>
      )}
    </li>
  )
}

function TitleField({
  title,
  onDone,
  onCancel,
}: {
  title: string
  onDone: (title: string, refocus: boolean) => void
  onCancel: () => void
}) {
  const [text, setText] = useState(title)
  // Going away, the field loses the focus and would be done a second time.
  const over = useRef(false)

  function end(run: () => void) {
    if (over.current) return
    over.current = true
    run()
  }

  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it appears because its user asked to rename
      autoFocus
      aria-label="Title"
      value={text}
      maxLength={200}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(() => onDone(text.trim(), false))}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(() => onDone(text.trim(), true))
        if (event.key === 'Escape') {
          event.preventDefault()
          end(onCancel)
        }
      }}
      className="h-9 w-full rounded-lg border border-accent bg-raised px-2.5 text-base outline-none md:text-sm"
    />
  )
}
