'use client'

import { useFileDrop } from '../../_chat/composer/use-file-drop.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { FileButton } from '../../_ui/file-button.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import type { Importing } from './use-import.ts'

/** Takes a file of prices, chosen or dropped anywhere on the page. */
export function ImportFile({ importing, onFile }: { importing: Importing; onFile: (file: File) => void }) {
  const words = useAdminTexts().prices
  const { dragging } = useFileDrop(([file]) => file && onFile(file))
  return (
    <>
      <FileButton
        accept=".json,.csv,.tsv,.tab,.txt"
        label={words.choose_file}
        disabled={importing.step === 'reading'}
        onFile={onFile}
        className="pointer-coarse:min-h-11"
      >
        {importing.step === 'reading' && <Spinner />}
        {importing.step === 'reading' ? words.file_reading(importing.name) : words.import_file}
      </FileButton>
      {dragging && (
        <div className="pointer-events-none fixed inset-4 z-20 grid place-items-center rounded-sheet border-2 border-accent border-dashed bg-raised/90 p-8 text-center font-semibold text-h3">
          {words.drop_here}
        </div>
      )}
    </>
  )
}
