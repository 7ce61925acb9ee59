'use client'

import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { Fold } from './fold.tsx'
import { Markdown } from './markdown.tsx'

/** When thinking began and, once something else followed it, when it ended. Server time, ISO 8601. */
export interface ThinkingSpan {
  /** `null` when it was not watched from its beginning to its end. */
  since: string | null
  until: string | null
}

/** What a model thought before it answered, folded, and how many milliseconds that took where it is known. `text` is `null` where its provider keeps it sealed. */
export function Thinking({ text, live, ms }: { text: string | null; live: boolean; ms: number | null }) {
  const { transcript: words, format } = useTexts()
  const title = live
    ? words.thinking
    : ms === null
      ? words.thoughts
      : words.thought_for(format.duration(Math.max(1_000, ms)))
  if (text === null || (text === '' && !live)) {
    return (
      <p className="flex min-h-8 items-center gap-2 text-muted text-small">
        <Icon name="mind" />
        {words.undisclosed(title)}
      </p>
    )
  }
  return (
    <Fold
      isPart
      summaryClassName="-ms-2 inline-flex min-h-8 items-center gap-2 rounded-control px-2 text-muted text-small hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
      summary={
        <>
          <Icon name="mind" />
          <span>{title}</span>
          <span className="transition-transform duration-(--t-fold) group-open:rotate-90">
            <Icon name="chevron-right" size={14} />
          </span>
        </>
      }
    >
      <div className="thoughts mt-1.5 border-line-strong border-s ps-4 text-ink-soft">
        <Markdown text={text} streaming={live} />
      </div>
    </Fold>
  )
}

/** In milliseconds, where it is known. */
export function thoughtFor(span: ThinkingSpan | null): number | null {
  return span?.since && span.until ? Date.parse(span.until) - Date.parse(span.since) : null
}
