'use client'

import type { BackupState } from '#lib/api/backup.ts'
import { errorWords } from '../_client/error-words.ts'
import { useBackups } from '../_client/use-backups.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { useHydrated } from '../_ui/use-hydrated.ts'
import { Fact } from './fact.tsx'

/** For whoever runs the installation: the last backup, the next one, and one now. */
export function BackupSettings({
  secretFrom,
  atFirst,
}: {
  secretFrom: 'environment' | 'file'
  /** As it was when the page was made: what stands below it does not move. */
  atFirst: BackupState
}) {
  const texts = useTexts()
  const words = useLateTexts().backups
  const { state, begin, isBeginning, error } = useBackups(atFirst)
  const isRunning = isBeginning || state.is_running
  const { latest } = state
  const isHydrated = useHydrated()

  return (
    <section aria-labelledby="backups" className="max-w-3xl">
      <h2 id="backups" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.title}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">
        {words.about} {words.secret[secretFrom]}
      </p>
      <dl className="mb-4">
        <Fact name={words.latest}>
          {latest ? words.latest_is(latest.created_at, latest.bytes, latest.uploads) : words.none}
        </Fact>
        <Fact name={words.next}>
          {state.next_at === null ? words.by_hand : words.next_is(state.next_at, state.keep)}
        </Fact>
        <Fact name={words.folder}>
          <code className="break-all font-mono text-small">{state.folder}</code>
        </Fact>
      </dl>
      <Button disabled={isRunning || !isHydrated} onClick={begin} className="pointer-coarse:min-h-11">
        {isRunning ? words.running : words.now}
      </Button>
      <p role="status" className="sr-only">
        {isRunning && words.running}
      </p>
      {!!latest?.missing_uploads && (
        <p className="mt-2 max-w-[42em] text-ink-soft">{words.missing(latest.missing_uploads)}</p>
      )}
      <p role="alert" className="mt-2 max-w-[42em] break-words text-danger empty:hidden">
        {error ? errorWords(texts, error) : state.failure && words.failed(state.failure.at, state.failure.reason)}
      </p>
    </section>
  )
}
