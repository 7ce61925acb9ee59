'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { errorWords } from '../../_client/error-words.ts'
import { LABELS_KEY } from '../../_client/session-part.ts'
import { deleteSession, patchSession } from '../../_client/use-api.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { latePart, useLatePart } from '../../_content/late-part.ts'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../_ui/menu.tsx'
import type { CommandId } from '../commands/command.ts'
import { runCommand } from '../commands/use-command.ts'
import { rememberDraft } from '../composer/draft-store.ts'
import { forgetSession } from './forget-session.ts'
import { LateShareDialog } from './late-share-dialog.tsx'
import { RowCommands, type RowItem } from './row-commands.tsx'
import { SessionLink } from './session-link.tsx'
import { updateLists } from './session-list.ts'
import { offerUndo } from './undoable.ts'

const TitleField = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.TitleField))

const labelsDialog = latePart(() => import('./labels-dialog.tsx'))
const exportDialog = latePart(() => import('./export-dialog.tsx'))

export function SessionRow({
  session,
  current,
  newChat,
  onLeave,
}: {
  session: SessionSummary
  current: boolean
  /** Takes the focus when the last row is gone. */
  newChat: RefObject<HTMLElement | null>
  /** Where the list lies over the chat: it makes way for what is done in that. */
  onLeave?: (() => void) | undefined
}) {
  const texts = useTexts()
  const words = texts.chats
  const client = useQueryClient()
  const router = useRouter()
  const [mode, setMode] = useState<'idle' | 'renaming' | 'labelling' | 'sharing' | 'exporting'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const title = session.title ?? texts.page.new_chat

  /** `refocus`: the field that goes away had the focus, and the row takes it back. */
  function endRenaming(refocus: boolean) {
    flushSync(() => setMode('idle'))
    if (refocus) link.current?.focus()
  }

  async function rename(next: string, refocus: boolean) {
    endRenaming(refocus)
    if (next && next !== session.title) await change({ title: next }, words.not_renamed)
  }

  async function change(fields: Parameters<typeof patchSession>[1], otherwise: string) {
    try {
      updateLists(client, await patchSession(session.id, fields))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? errorWords(texts, error) : otherwise)
    }
  }

  /** Out of this list: the row that takes its place has the focus then. */
  async function archive() {
    const next = neighbour()
    await change({ archived: !session.archived }, words.not_archived)
    next?.focus()
  }

  async function label(place: { folder: string | null; tags: string[] }) {
    const changed = await patchSession(session.id, place)
    setMode('idle')
    updateLists(client, changed)
    await client.invalidateQueries({ queryKey: LABELS_KEY })
  }

  async function remove() {
    const next = neighbour()
    // First: the news of it may come before the answer.
    const remember = rememberDraft(session.id)
    try {
      await deleteSession(session.id)
    } catch (error) {
      setProblem(error instanceof Error ? errorWords(texts, error) : words.not_deleted)
      return
    }
    forgetSession(client, session.id)
    offerUndo({ kind: 'chat', id: session.id, title, wasOpen: current, remember })
    // Not a way back: there is nothing to go back to.
    if (current) router.replace('/')
    else next?.focus()
  }

  function neighbour(): HTMLElement | null {
    const row = link.current?.closest('li')
    return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a') ?? newChat.current
  }

  /** As by its name: the chat that is open carries it out. */
  function runHere(id: CommandId) {
    if (onLeave) flushSync(onLeave)
    runCommand(id)
  }

  const { pinned, archived } = session
  const items: RowItem[] = [
    { label: words.rename, icon: 'pencil', command: 'rename_chat', onSelect: () => setMode('renaming') },
    {
      label: pinned ? words.unpin : words.pin,
      icon: 'pin',
      command: pinned ? 'unpin_chat' : 'pin_chat',
      onSelect: () => void change({ pinned: !pinned }, words.not_pinned),
    },
    { label: words.labels, icon: 'folder', command: 'label_chat', onSelect: () => setMode('labelling') },
    {
      label: archived ? words.unarchive : words.to_archive,
      icon: 'archive',
      command: archived ? 'unarchive_chat' : 'archive_chat',
      onSelect: () => void archive(),
    },
    ...(current ? [{ label: words.find, icon: 'search' as const, onSelect: () => runHere('find') }] : []),
    { label: words.share, icon: 'link', onSelect: () => setMode('sharing') },
    { label: words.export, icon: 'download', command: 'export_chat', onSelect: () => setMode('exporting') },
    ...(current ? [{ label: words.print, icon: 'print' as const, onSelect: () => runHere('print_chat') }] : []),
    { label: words.delete, icon: 'trash', danger: true, command: 'delete_chat', onSelect: () => void remove() },
  ]

  if (mode === 'renaming') {
    return (
      <TitleField
        title={title}
        onDone={(next, refocus) => void rename(next, refocus)}
        onCancel={() => endRenaming(true)}
      />
    )
  }
  return (
    <div
      className={clsx(
        'group relative flex items-center rounded-control',
        current ? 'bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:outline' : 'hover:bg-hover',
      )}
    >
      {current && <RowCommands items={items} />}
      <SessionLink session={session} title={title} current={current} link={link} />
      <SessionMenu title={title} items={items} />
      {mode === 'labelling' && <Labels session={session} onSave={label} onClose={() => setMode('idle')} />}
      {mode === 'sharing' && <LateShareDialog id={session.id} onClose={() => setMode('idle')} />}
      {mode === 'exporting' && <Export id={session.id} onClose={() => setMode('idle')} />}
      {problem && (
        <p
          role="alert"
          className="absolute start-2.5 top-full z-10 rounded-control border border-danger-line bg-danger-soft px-2 py-1 text-caption"
        >
          {problem}
        </p>
      )}
    </div>
  )
}

function Labels(props: Parameters<typeof import('./labels-dialog.tsx').LabelsDialog>[0]) {
  const part = useLatePart(labelsDialog)
  return part ? <part.LabelsDialog {...props} /> : null
}

function Export(props: Parameters<typeof import('./export-dialog.tsx').ExportDialog>[0]) {
  const part = useLatePart(exportDialog)
  return part ? <part.ExportDialog {...props} /> : null
}

function SessionMenu({ title, items }: { title: string; items: readonly MenuItem[] }) {
  const words = useTexts().chats
  return (
    <Menu
      label={words.actions(title)}
      trigger={(props) => (
        <IconButton
          {...props}
          icon="more"
          size={16}
          label={words.actions(title)}
          className="absolute end-0.5 size-8! opacity-0 pointer-coarse:size-11! focus-visible:opacity-100 aria-expanded:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      )}
      items={items}
    />
  )
}
