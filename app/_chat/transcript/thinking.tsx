'use client'

import { useState } from 'react'
import { durationLabel } from '../../_content/format.ts'
import { Markdown } from '../../_content/markdown.tsx'
import { Icon } from '../../_ui/icon.tsx'
import type { ThinkingSpan } from '../live/live-answer.ts'

/** What a model thought before it answered, folded. `text` is `null` where its provider keeps it sealed. */
export function Thinking({ text, live, span }: { text: string | null; live: boolean; span: ThinkingSpan | null }) {
  const [open, setOpen] = useState(false)
  const title = live ? 'Thinking…' : thoughtTitle(span)
  if (text === null || (text === '' && !live)) {
    return (
      <p className="flex min-h-8 items-center gap-2 text-muted text-small">
        <Icon name="mind" />
        {title} (not disclosed by the provider)
      </p>
    )
  }
  return (
    <details className="group" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-ms-2 inline-flex min-h-8 list-none items-center gap-2 rounded-control px-2 text-muted text-small hover:bg-hover hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name="mind" />
        <span>{title}</span>
        <span className="transition-transform duration-(--t-fold) group-open:rotate-90">
          <Icon name="chevron-right" size={14} />
        </span>
      </summary>
      {open && (
        <div className="thoughts mt-1.5 border-line-strong border-s ps-4 text-ink-soft">
          <Markdown text={text} streaming={live} />
        </div>
      )}
    </details>
  )
}

function thoughtTitle(span: ThinkingSpan | null): string {
  if (!span?.since || !span.until) return 'Thoughts'
  return `Thought for ${durationLabel(Math.max(1_000, Date.parse(span.until) - Date.parse(span.since)))}`
}
