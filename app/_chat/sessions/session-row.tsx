'use client'

import { clsx } from 'clsx'
import type { RefObject } from 'react'
import { useRef } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { useTexts } from '../../_texts/texts.ts'
import { LateChatMenu } from './late-chat-menu.ts'
import { SessionLink } from './session-link.tsx'

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
  const { page } = useTexts()
  const link = useRef<HTMLAnchorElement>(null)
  const title = session.title ?? page.new_chat

  function neighbour(): HTMLElement | null {
    const row = link.current?.closest('li')
    return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a') ?? newChat.current
  }

  return (
    <div
      className={clsx(
        'group relative flex items-center rounded-control',
        current ? 'bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:outline' : 'hover:bg-hover',
      )}
    >
      <SessionLink session={session} title={title} current={current} link={link} />
      <LateChatMenu
        session={session}
        current={current}
        neighbour={neighbour}
        onRenamed={() => link.current?.focus()}
        onLeave={onLeave}
        className="absolute end-0.5 size-8! opacity-0 pointer-coarse:size-11! focus-visible:opacity-100 aria-expanded:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  )
}
