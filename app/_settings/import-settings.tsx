'use client'

import { type DragEvent, useState } from 'react'
import { KNOWN_PRODUCTS } from '#lib/import/product.ts'
import { errorWords } from '../_client/error-words.ts'
import { useImportChanges, useImports } from '../_client/use-imports.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { FileButton } from '../_ui/file-button.tsx'
import { ImportCard } from './import-card.tsx'

/** What one brings along from elsewhere: a file is given, looked at, applied, and can be taken back. */
export function ImportSettings() {
  const texts = useTexts()
  const words = useLateTexts().imports
  const imports = useImports()
  const changes = useImportChanges()
  const { error, percent } = changes
  return (
    <section aria-labelledby="import" className="max-w-2xl">
      <h2 id="import" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.title}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">{words.about(KNOWN_PRODUCTS)}</p>
      {percent === null ? (
        <FileField onChoose={(file) => void changes.send(file)} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={changes.stopSending} className="pointer-coarse:min-h-11">
            {words.stop_sending}
          </Button>
          <progress
            aria-label={words.title}
            max={100}
            value={percent}
            className="h-2 min-w-40 flex-1 accent-(--accent-solid)"
          />
          <p role="status" className="w-full text-ink-soft tabular-nums">
            {words.sending(percent)}
          </p>
        </div>
      )}
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error !== null && errorWords(texts, error)}
      </p>
      {imports && imports.length > 0 && (
        <ul aria-label={words.list} className="mt-4 border-line-strong border-t">
          {imports.map((each) => (
            <li key={each.id} className="border-line border-b py-4">
              <ImportCard given={each} changes={changes} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** One file, by a button or by dropping it. */
function FileField({ onChoose }: { onChoose: (file: File) => void }) {
  const words = useLateTexts().imports
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-dashed p-4 ${isOver ? 'border-accent-solid bg-surface' : 'border-line-control'}`}
    >
      <FileButton
        accept=".zip,.json,application/zip,application/json"
        label={words.choose}
        onFile={onChoose}
        className="pointer-coarse:min-h-11"
      >
        {words.choose}
      </FileButton>
      <span className="text-muted">{words.drop}</span>
    </div>
  )
}
