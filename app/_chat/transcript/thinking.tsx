'use client'

import { useState } from 'react'
import { Markdown } from '../../_content/markdown.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import type { ThinkingSpan } from '../live/live-answer.ts'

/** What a model thought before it answered, folded. `text` is `null` where its provider keeps it sealed. */
export function Thinking({ text, live, span }: { text: string | null; live: boolean; span: ThinkingSpan | null }) {
  const { transcript: words, format } = useTexts()
  const [open, setOpen] = useState(false)
  const ended = thoughtFor(span)
  const title = live ? words.thinking : ended ? words.thought_for(format.duration(ended)) : words.thoughts
  if (text === null || (text === '' && !live)) {
    return (
      <p className="flex min-h-8 items-center gap-2 text-muted text-small">
        <Icon name="mind" />
        {words.undisclosed(title)}
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

/** In milliseconds, where it is known. */
function thoughtFor(span: ThinkingSpan | null): number | null {
  if (!span?.since || !span.until) return null
  return Math.max(1_000, Date.parse(span.until) - Date.parse(span.since))
}
