'use client'

import { useLateTexts } from '../../_texts/texts.ts'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { ShortcutList } from './shortcut-list.tsx'

/** The shortcuts, over whatever page one is on. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { names, close } = useLateTexts().commands
  return (
    <Dialog label={names.help} onClose={onClose}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold font-serif text-h3">{names.help}</h2>
        <IconButton icon="close" label={close} onClick={onClose} />
      </div>
      <ShortcutList level={3} />
    </Dialog>
  )
}
