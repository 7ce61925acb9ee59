'use client'

import { useRef } from 'react'
import { useFileDrop } from '../../_chat/composer/use-file-drop.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import type { Importing } from './use-import.ts'

/** Takes a file of prices, chosen or dropped anywhere on the page. */
export function ImportFile({ importing, onFile }: { importing: Importing; onFile: (file: File) => void }) {
  const words = useAdminTexts().prices
  const field = useRef<HTMLInputElement>(null)
  const take = ([file]: Iterable<File>) => file && onFile(file)
  const { dragging } = useFileDrop(take)
  return (
    <>
      <Button
        disabled={importing.step === 'reading'}
        onClick={() => field.current?.click()}
        className="pointer-coarse:min-h-11"
      >
        {importing.step === 'reading' && <Spinner />}
        {importing.step === 'reading' ? words.file_reading(importing.name) : words.import_file}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={words.choose_file}
        accept=".json,.csv,.tsv,.tab,.txt"
        onChange={(event) => {
          take(event.target.files ?? [])
          // The same file may be chosen again, once it was corrected.
          event.target.value = ''
        }}
      />
      {dragging && (
        <div className="pointer-events-none fixed inset-4 z-20 grid place-items-center rounded-sheet border-2 border-accent border-dashed bg-raised/90 p-8 text-center font-semibold text-h3">
          {words.drop_here}
        </div>
      )}
    </>
  )
}
