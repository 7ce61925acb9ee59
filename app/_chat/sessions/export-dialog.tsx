'use client'

import { useState } from 'react'
import { downloadChat, type ExportFormatName } from '../../_client/use-export.ts'
import { ExportFormats } from '../../_settings/export-formats.tsx'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'

/** A chat as a file, in one of several formats. */
export function ExportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useLateTexts().exports
  const [format, setFormat] = useState<ExportFormatName>('ndjson')
  return (
    <Dialog label={words.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          downloadChat(id, format)
          onClose()
        }}
      >
        <h2 className="mb-2 font-semibold font-serif text-h3">{words.title}</h2>
        <ExportFormats chosen={format} onChoose={setFormat} autoFocus />
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="primary">
            {words.download}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
