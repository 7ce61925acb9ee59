'use client'

import { useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { type ExportFormatName, useExport } from '../_client/use-export.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { useHydrated } from '../_ui/use-hydrated.ts'
import { ExportFormats } from './export-formats.tsx'

type Progress = NonNullable<ReturnType<typeof useExport>['progress']>

/** All that one owns as one file: the browser downloads it, and here it says how far it is. */
export function ExportSettings() {
  const texts = useTexts()
  const words = useLateTexts().exports
  const [format, setFormat] = useState<ExportFormatName>('ndjson')
  const [problem, setProblem] = useState<unknown>(null)
  const { progress, start, stop } = useExport()
  const isHydrated = useHydrated()
  const isRunning = progress?.state === 'running' || progress?.state === 'waiting'

  async function stopIt() {
    try {
      await stop()
      setProblem(null)
    } catch (error) {
      setProblem(error)
    }
  }

  return (
    <section aria-labelledby="export-everything" className="max-w-2xl">
      <h2 id="export-everything" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.everything}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">{words.everything_about}</p>
      <ExportFormats chosen={format} onChoose={setFormat} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {isRunning ? (
          <Button
            disabled={progress.state === 'waiting'}
            onClick={() => void stopIt()}
            className="pointer-coarse:min-h-11"
          >
            {words.stop}
          </Button>
        ) : (
          <Button disabled={!isHydrated} onClick={() => start(format)} className="pointer-coarse:min-h-11">
            {words.everything}
          </Button>
        )}
        {isRunning && (
          <progress
            aria-label={words.everything}
            max={progress.of || 1}
            value={progress.state === 'waiting' ? undefined : progress.chats}
            className="h-2 min-w-40 flex-1 accent-(--accent-solid)"
          />
        )}
      </div>
      {isRunning && <p className="mt-2 text-ink-soft tabular-nums">{saidOf(progress, words)}</p>}
      <p role="status" className="mt-2 text-ink-soft empty:hidden">
        {progress && !isRunning && saidOf(progress, words)}
      </p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {problem !== null && errorWords(texts, problem)}
      </p>
    </section>
  )
}

function saidOf({ state, chats, of, bytes }: Progress, words: ReturnType<typeof useLateTexts>['exports']): string {
  switch (state) {
    case 'waiting':
      return words.begins
    case 'running':
      return words.so_far(chats, of, bytes)
    case 'done':
      return words.done(chats, bytes)
    case 'stopped':
      return words.stopped
    case 'failed':
      return words.failed
    default:
      return state satisfies never
  }
}
