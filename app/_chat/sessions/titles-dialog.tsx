'use client'

import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { TitleChoice } from './title-choice.tsx'

/** Who names new chats, from the list of them. */
export function TitlesDialog({ onClose }: { onClose: () => void }) {
  const words = useLateTexts().labels
  return (
    <Dialog label={words.titles} onClose={onClose}>
      <h2 className="mb-3 font-semibold font-serif text-h3">{words.titles}</h2>
      <TitleChoice />
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{words.done}</Button>
      </div>
    </Dialog>
  )
}
