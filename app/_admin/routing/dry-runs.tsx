'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { DryRunMessage } from './dry-run-message.tsx'
import { DryRunTurns } from './dry-run-turns.tsx'

/** What rules would do, before they hold. */
export function DryRuns({ text, isFaulty }: { text: string; isFaulty: boolean }) {
  const words = useAdminTexts().routing
  return (
    <section aria-labelledby="rule-dry-run" className="mt-10">
      <h2 id="rule-dry-run" className="font-semibold font-serif text-h2">
        {words.try_title}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{isFaulty ? words.faulty : words.try_about}</p>
      <div className="space-y-6">
        <DryRunMessage text={text} isFaulty={isFaulty} />
        <DryRunTurns text={text} isFaulty={isFaulty} />
      </div>
    </section>
  )
}
