'use client'

import { useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { downloadChat, type ExportFormatName, FORMATS } from '../../_client/use-export.ts'
import { ExportFormats } from '../../_settings/export-formats.tsx'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { PageLink } from '../../_ui/page-link.tsx'

/** A chat as a file, in one of several formats. */
export function ExportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useLateTexts().exports
  const [format, setFormat] = useState<ExportFormatName>('ndjson')
  const [type, setType] = useState<string | null>(null)
  const wires = useModels().data?.wires ?? []
  return (
    <Dialog label={words.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          downloadChat(id, format, type)
          onClose()
        }}
      >
        <h2 className="mb-2 font-semibold font-serif text-h3">{words.title}</h2>
        <ExportFormats formats={[...FORMATS, 'wire']} chosen={format} onChoose={setFormat} autoFocus />
        {format === 'wire' && (
          <label className="mt-3 block">
            <span className="mb-1 block font-semibold text-muted text-small">{words.wire_type}</span>
            <select
              value={type ?? ''}
              onChange={(event) => setType(event.target.value || null)}
              className="min-h-(--row) w-full rounded-control border border-line-control bg-raised px-2.5 text-base md:text-ui"
            >
              <option value="">{words.own_wire}</option>
              {wires.map((wire) => (
                <option key={wire.id} value={wire.id}>
                  {wire.label}
                </option>
              ))}
            </select>
          </label>
        )}
        {format === 'ndjson' && (
          <p className="mt-3 text-small">
            <PageLink
              href="/settings/data#verify"
              className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
            >
              {words.verify}
            </PageLink>
          </p>
        )}
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
