'use client'

import { clsx } from 'clsx'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import type { RuleNote } from '../../_client/use-routing.ts'

const LEAST_LINES = 12
const MOST_LINES = 32

/** A text with the number of each line beside it, marked where something is said of it. */
export function RuleEditor({
  label,
  text,
  faults,
  hints,
  describedBy,
  field,
  onChange,
}: {
  label: string
  text: string
  faults: readonly RuleNote[]
  hints: readonly RuleNote[]
  describedBy: string
  field: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
}) {
  const id = useId()
  const gutter = useRef<HTMLDivElement>(null)
  const lines = text.split('\n').length
  const [faulty, hinted] = [linesOf(faults), linesOf(hints)]

  /** A text that goes on beyond the field has its numbers beside it wherever it is scrolled to. */
  function follow() {
    if (gutter.current && field.current) gutter.current.scrollTop = field.current.scrollTop
  }
  useLayoutEffect(follow)

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-caption text-muted">
        {label}
      </label>
      <div className="flex rounded-control border border-line-control bg-raised font-mono text-small leading-6">
        <div
          ref={gutter}
          aria-hidden="true"
          className="shrink-0 select-none overflow-hidden border-line border-e py-2 text-end text-muted"
          style={{ height: `calc(${heightOf(lines)} * 1.5rem + 1rem)` }}
        >
          {Array.from({ length: lines }, (_, n) => n + 1).map((line) => (
            <div
              key={line}
              className={clsx(
                'min-w-10 px-2',
                faulty.has(line) && 'bg-danger-soft font-semibold text-danger',
                !faulty.has(line) && hinted.has(line) && 'bg-warn-soft font-semibold text-warn',
              )}
            >
              {line}
            </div>
          ))}
        </div>
        <textarea
          ref={field}
          id={id}
          dir="ltr"
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          aria-invalid={faults.length > 0}
          aria-describedby={describedBy}
          onScroll={follow}
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1 resize-none overflow-auto whitespace-pre bg-transparent px-3 py-2 leading-6 outline-offset-[-2px] max-md:text-base"
          style={{ height: `calc(${heightOf(lines)} * 1.5rem + 1rem)` }}
        />
      </div>
    </div>
  )
}

function heightOf(lines: number): number {
  return Math.min(MOST_LINES, Math.max(LEAST_LINES, lines + 1))
}

function linesOf(notes: readonly RuleNote[]): ReadonlySet<number> {
  return new Set(notes.map(({ line }) => line))
}

/** Leads to a place of a text in a field. */
export function goToLine(field: HTMLTextAreaElement, { line, column }: Pick<RuleNote, 'line' | 'column'>): void {
  const before = field.value.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  field.focus()
  field.setSelectionRange(at, at)
  const height = Number.parseFloat(getComputedStyle(field).lineHeight) || 24
  field.scrollTop = Math.max(0, (line - 4) * height)
}
