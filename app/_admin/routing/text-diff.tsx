'use client'

import { clsx } from 'clsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { lineDiff, shownLines } from './line-diff.ts'

const SIGN = { same: ' ', added: '+', removed: '−' } as const

/** What became of a text, line by line. */
export function TextDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const words = useAdminTexts().routing
  const lines = lineDiff(before, after)
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-muted text-small">{words.same}</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys as well
      tabIndex={0}
      className="overflow-x-auto rounded-control border border-line bg-raised py-1"
    >
      <ol dir="ltr" className="w-max min-w-full font-mono text-small">
        {shownLines(lines).map((line, at) =>
          line === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
            <li key={at} className="px-3 text-muted">
              <span aria-hidden="true">⋯</span>
              <span className="sr-only">{words.left_out}</span>
            </li>
          ) : (
            <li
              key={`${line.kind} ${line.line}`}
              className={clsx(
                'whitespace-pre px-3',
                line.kind === 'added' && 'bg-(--diff-add) text-(--diff-add-ink)',
                line.kind === 'removed' && 'bg-(--diff-del) text-(--diff-del-ink)',
              )}
            >
              <span aria-hidden="true" className="me-2 select-none text-muted">
                {SIGN[line.kind]}
              </span>
              {line.kind !== 'same' && <span className="sr-only">{words[line.kind]} </span>}
              {line.text}
            </li>
          ),
        )}
      </ol>
    </div>
  )
}
