'use client'

import { memo } from 'react'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import type { StopReason } from '#lib/canonical/stop-reason.ts'
import { isUnreadable } from '#lib/canonical/unreadable.ts'
import type { ThinkingSpan } from '../live/live-answer.ts'
import { BlockView } from './block-view.tsx'
import { asOneText, CitedSources } from './cited-sources.tsx'
import { ErrorCard } from './error-card.tsx'
import { Mark, STOPPED } from './mark.tsx'

export interface AnswerViewProps {
  id: string
  content: readonly ContentBlock[]
  /** `null` while the answer is being written. */
  metadata: MessageMetadata | null
  live: boolean
  thinking: ThinkingSpan | null
}

/** One message of a model, finished or in the making. */
export const AnswerView = memo(function AnswerView({ id, content, metadata, live, thinking }: AnswerViewProps) {
  const shown = asOneText(content)
  // It is the time of the first one: later ones are not measured.
  const measured = shown.findIndex((block) => block.type === 'thinking')
  return (
    <article aria-label="Answer" data-message={id} aria-busy={live} className="space-y-4">
      {shown.map((block, index) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
          key={index}
          block={block}
          streaming={live && index === shown.length - 1}
          thinking={index === measured ? thinking : null}
          metadata={metadata}
        />
      ))}
      <CitedSources content={content} />
      {metadata && <EndMark content={content} metadata={metadata} />}
    </article>
  )
})

const STOP_TEXT: Partial<Record<StopReason, string>> = {
  max_tokens: 'Cut off: the answer reached its length limit.',
  context_window_exceeded: 'Cut off: the conversation filled the model’s context window.',
  refusal: 'The model declined to answer.',
}

/** How an answer ended, where it did not simply end. */
function EndMark({ content, metadata }: { content: readonly ContentBlock[]; metadata: MessageMetadata }) {
  // How it ended is not known; its block says why.
  if (isUnreadable({ content })) return null
  const { status = 'complete', stop_reason, stop_explanation, error } = metadata
  if (error) return <ErrorCard errorClass={error.error_class} message={error.message} />
  if (status === 'error') return <ErrorCard errorClass="other" message="" />
  if (status === 'cancelled') return <Mark text={STOPPED} />
  if (status === 'partial') return <Mark text="Not finished." />
  const notice = stop_reason && STOP_TEXT[stop_reason]
  if (notice) return <Mark text={[notice, stop_explanation].filter(Boolean).join(' ')} />
  const empty = !content.some((block) => (block.type === 'text' ? block.text.trim() !== '' : block.type !== 'thinking'))
  return empty ? <Mark text="The model gave an empty answer." /> : null
}
