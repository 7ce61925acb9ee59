'use client'

import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { latePart, useLatePart } from '../../_content/late-part.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Menu } from '../../_ui/menu.tsx'
import type { CommandId } from '../commands/command.ts'
import { useCommand } from '../commands/use-command.ts'
import { type ChatItem, chatItems } from './chat-items.ts'
import { LateShareDialog } from './late-share-dialog.tsx'
import { unfold } from './open-folders.ts'
import { TitleField } from './title-field.tsx'
import { useChatDeeds } from './use-chat-deeds.ts'

const labelsDialog = latePart(() => import('./labels-dialog.tsx'))
const exportDialog = latePart(() => import('./export-dialog.tsx'))

/**
 * What one does with a chat: in its row of the list and, of the chat that is open, in its head, which carries out the
 * commands of the same names. The field for another title and what went wrong lie over what the menu stands in.
 */
export function ChatMenu({
  session,
  current,
  inHead = false,
  className,
  neighbour,
  onRenamed,
  onLeave,
}: {
  session: SessionSummary
  /** It is the chat that the page shows. */
  current: boolean
  inHead?: boolean
  /** Of the button. */
  className?: string
  /** Takes the focus when the chat is gone from the list. */
  neighbour?: () => HTMLElement | null
  /** The field that goes away had the focus: somebody else takes it. By itself that is the button. */
  onRenamed?: () => void
  /** Where the menu lies over the chat: it makes way for what is done in that. */
  onLeave?: (() => void) | undefined
}) {
  const texts = useTexts()
  const late = useLateTexts()
  const button = useRef<HTMLButtonElement>(null)
  const title = session.title ?? texts.page.new_chat
  const deeds = useChatDeeds({
    session,
    title,
    current,
    neighbour,
    onLeave,
    onRenamed: onRenamed ?? (() => button.current?.focus()),
  })
  const { mode, problem } = deeds
  const { id, folder } = session
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chat: it may be folded again
  useEffect(() => {
    if (inHead && folder !== null) unfold(folder)
  }, [id, folder])
  const items = () => chatItems(late, texts.chats.share, session, current, deeds)
  const label = inHead ? late.chat_actions.actions_here : late.chat_actions.actions(title)
  return (
    <>
      {inHead && <ChatCommands items={items()} />}
      <Menu
        label={label}
        trigger={(props) => (
          <IconButton {...props} ref={button} icon="more" size={16} label={label} className={className} />
        )}
        items={items}
      />
      {mode === 'renaming' && (
        <div
          className={clsx('absolute z-10', inHead ? 'inset-0 flex items-center bg-canvas px-2 md:px-4' : 'inset-x-0')}
        >
          <TitleField
            title={title}
            onDone={(next, refocus) => void deeds.rename(next, refocus)}
            onCancel={() => deeds.endRenaming(true)}
          />
        </div>
      )}
      {mode === 'labelling' && <Labels session={session} onSave={deeds.label} onClose={deeds.close} />}
      {mode === 'sharing' && <LateShareDialog id={session.id} onClose={deeds.close} />}
      {mode === 'exporting' && <Export id={session.id} onClose={deeds.close} />}
      {problem && (
        <p
          role="alert"
          className={clsx(
            'absolute top-full z-10 rounded-control border border-danger-line bg-danger-soft px-2 py-1 text-caption',
            inHead ? 'end-2.5' : 'start-2.5',
          )}
        >
          {problem}
        </p>
      )}
    </>
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

/** What can be done with the chat that is open, by name. */
function ChatCommands({ items }: { items: readonly ChatItem[] }) {
  return items.map(({ command, onSelect }) => command && <ChatCommand key={command} id={command} run={onSelect} />)
}

function ChatCommand({ id, run }: { id: CommandId; run: () => void }) {
  useCommand(id, run)
  return null
}
