'use client'

import { useState } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { IconButton } from '../_ui/icon-button.tsx'
import { useCommand } from './commands/use-command.ts'
import { LateShareDialog } from './sessions/late-share-dialog.tsx'

/** In the head of a chat where there is room; the command is there everywhere. */
export function ShareButton({ id }: { id: string }) {
  const words = useTexts().chats
  const [isOpen, setOpen] = useState(false)
  useCommand('share_chat', () => setOpen(true))
  return (
    <>
      <IconButton icon="link" label={words.share} className="max-md:hidden" onClick={() => setOpen(true)} />
      {isOpen && <LateShareDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
