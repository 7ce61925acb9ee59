'use client'

import { clsx } from 'clsx'
import type { RuleNote } from '../../_client/use-routing.ts'
import { Said } from '../../_content/said.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

/** What is said of a text, each with the way to its line. */
export function RuleNotes({
  id,
  state,
  faults,
  hints,
  onGoTo,
}: {
  id: string
  state: 'checking' | 'failed' | 'checked'
  faults: readonly RuleNote[]
  hints: readonly RuleNote[]
  onGoTo: (note: RuleNote) => void
}) {
  const words = useAdminTexts().routing
  const isFine = faults.length === 0 && hints.length === 0
  return (
    <div id={id} className="mt-2 text-small">
      <p role="status" className={clsx('min-h-5', faults.length > 0 ? 'text-danger' : 'text-muted')}>
        {state === 'checking' && words.checking}
        {state === 'failed' && words.not_checked}
        {state === 'checked' && isFine && words.no_faults}
        {state === 'checked' && faults.length > 0 && words.faults(faults.length)}
        {state === 'checked' && hints.length > 0 && words.hints(hints.length)}
      </p>
      <ul>
        {[...faults, ...hints].map((note) => (
          <li key={`${note.path} ${note.problem}`} className="flex flex-wrap items-baseline gap-x-2 py-0.5">
            <button
              type="button"
              onClick={() => onGoTo(note)}
              className={clsx(
                'shrink-0 font-semibold underline underline-offset-3 pointer-coarse:min-h-11',
                faults.includes(note) ? 'text-danger' : 'text-warn',
              )}
            >
              {words.at_line(note.line)}
            </button>
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              <Said sentence={note.problem} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
