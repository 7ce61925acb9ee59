'use client'

import { type ComponentType, memo } from 'react'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import type { StopReason } from '#lib/canonical/stop-reason.ts'
import { isUnreadable } from '#lib/canonical/unreadable.ts'
import { useTexts } from '../_texts/texts.ts'
import { BlockFrame, useIsFramed } from './block-frame.tsx'
import { BlockView, type ToolCallProps } from './block-view.tsx'
import { asOneText, isCited } from './cited-text.ts'
import { lateComponent } from './late-component.tsx'
import { latePart } from './late-part.ts'
import { Mark } from './mark.tsx'
import { type ThinkingSpan, thoughtFor } from './thinking.tsx'

/** Few answers name any. */
export const CITED_SOURCES = latePart(async () => (await import('./cited-sources.tsx')).CitedSources)
const CitedSources = lateComponent(CITED_SOURCES)
const NONE: readonly ContentBlock[] = []

export interface AnswerViewProps {
  id: string
  content: readonly ContentBlock[]
  /** `null` while the answer is being written. */
  metadata: MessageMetadata | null
  live: boolean
  /** While it is written: what is stored says it itself. */
  thinking?: ThinkingSpan | null
}

/** What depends on where the answer is shown. */
export interface AnswerParts {
  ToolCall: ComponentType<ToolCallProps>
  Failure: ComponentType<{ failure: NonNullable<MessageMetadata['error']>; arrived: boolean }>
}

/** One message of a model, finished or in the making. */
export const AnswerView = memo(function AnswerView({
  id,
  content,
  metadata,
  live,
  thinking = null,
  ToolCall,
  Failure,
}: AnswerViewProps & AnswerParts) {
  const words = useTexts().transcript
  // Where each block can be chosen by itself, each stands by itself.
  const isFramed = useIsFramed()
  const shown = isFramed ? content : asOneText(content)
  // It is the time of the first one: later ones are not measured.
  const measured = shown.findIndex((block) => block.type === 'thinking')
  const thought = metadata ? (metadata.thinking_ms ?? null) : thoughtFor(thinking)
  return (
    <article aria-label={words.answer} data-message={id} aria-busy={live} className="space-y-4">
      {shown.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
        <BlockFrame key={index} message_id={id} block={index}>
          <BlockView
            block={block}
            streaming={live && index === shown.length - 1}
            thinking_ms={index === measured ? thought : null}
            metadata={metadata}
            ToolCall={ToolCall}
          />
        </BlockFrame>
      ))}
      {/* Behind its last word: a list below words that still come would go down with each line. */}
      {content.some(isCited) && <CitedSources content={live ? NONE : content} />}
      {metadata && <EndMark content={content} metadata={metadata} Failure={Failure} />}
    </article>
  )
})

const STOPS: Partial<Record<StopReason, 'cut_by_length' | 'cut_by_window' | 'declined'>> = {
  max_tokens: 'cut_by_length',
  context_window_exceeded: 'cut_by_window',
  refusal: 'declined',
}

const UNTOLD = { error_class: 'other', message: '' } as const

/** How an answer ended, where it did not simply end. */
function EndMark({
  content,
  metadata,
  Failure,
}: {
  content: readonly ContentBlock[]
  metadata: MessageMetadata
  Failure: AnswerParts['Failure']
}) {
  const { transcript: words, failures } = useTexts()
  // How it ended is not known; its block says why.
  if (isUnreadable({ content })) return null
  const { status = 'complete', stop_reason, stop_explanation, error } = metadata
  const arrived = content.some((block) => block.type !== 'text' || block.text !== '')
  if (status === 'error' || error) return <Failure failure={error ?? UNTOLD} arrived={arrived} />
  if (status === 'cancelled') return <Mark text={arrived ? words.stopped : words.stopped_before} />
  if (status === 'partial') return <Mark text={words.not_finished} />
  const stop = stop_reason && STOPS[stop_reason]
  if (stop)
    return <Mark text={[words[stop], stop_explanation && failures.said(stop_explanation)].filter(Boolean).join(' ')} />
  const empty = !content.some((block) => (block.type === 'text' ? block.text.trim() !== '' : block.type !== 'thinking'))
  return empty ? <Mark text={words.empty} /> : null
}
