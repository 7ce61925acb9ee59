'use client'

import { useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Dialog } from '../_ui/dialog.tsx'

/** Asks whether something is meant, and closes once it is done; where that fails it stays and says why. */
export function SureDialog({
  title,
  about,
  keep,
  done,
  onSure,
  onClose,
}: {
  title: string
  /** What it comes to. */
  about: string
  keep: string
  done: string
  onSure: () => Promise<unknown>
  onClose: () => void
}) {
  const texts = useTexts()
  const [fault, setFault] = useState<string | null>(null)

  async function take() {
    setFault(null)
    try {
      await onSure()
      onClose()
    } catch (error) {
      setFault(errorWords(texts, error))
    }
  }

  return (
    <Dialog label={title} onClose={onClose}>
      <h2 className="mb-2 font-semibold font-serif text-h3 [overflow-wrap:anywhere]">{title}</h2>
      <p className="mb-4">{about}</p>
      <p role="alert" className="mb-3 text-danger text-small empty:hidden">
        {fault}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} className="pointer-coarse:min-h-11">
          {keep}
        </Button>
        <Button variant="danger" onClick={() => void take()} className="pointer-coarse:min-h-11">
          {done}
        </Button>
      </div>
    </Dialog>
  )
}
