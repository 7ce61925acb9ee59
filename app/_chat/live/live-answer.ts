import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Draft } from '#lib/canonical/fold.ts'
import { draftContent, EMPTY_DRAFT, fold, writerAfter } from '#lib/canonical/fold.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import type { Snapshot } from '#lib/events/frame.ts'
import type { ThinkingSpan } from '../../_content/thinking.tsx'
import { draftFrom } from '../transcript/draft-from.ts'

/** An answer that is being written. */
export interface LiveAnswer {
  message_id: string
  model: string | null
  draft: Draft
  thinking: ThinkingSpan | null
}

/** Returns `current` itself when nothing changed. */
export function growAnswer(current: LiveAnswer | null, messageId: string, event: StreamEvent, at: string): LiveAnswer {
  const before = current ?? { message_id: messageId, model: null, draft: EMPTY_DRAFT, thinking: null }
  const draft = fold(before.draft, event)
  const model = writerAfter(before.model, event)
  const thinking = spanOfThinking(before.thinking, event, at)
  if (current && draft === current.draft && model === current.model && thinking === current.thinking) return current
  return { message_id: messageId, model, draft, thinking }
}

/** As a snapshot brings it; `known` is what was seen of it before. */
export function resumeAnswer(
  { message_id, model, content }: NonNullable<Snapshot['partial']>,
  known: LiveAnswer | null,
): LiveAnswer {
  const thinking = spanOfPartial(known?.message_id === message_id ? known.thinking : null, content)
  return { message_id, model, draft: draftFrom(content), thinking }
}

export function answerContent(answer: LiveAnswer): ContentBlock[] {
  return draftContent(answer.draft)
}

/** Whether anything of it is there to be shown. */
export type AnswerStage = 'awaited' | 'begun'

export function stageOf(answer: LiveAnswer | null): AnswerStage | null {
  if (!answer) return null
  return answer.draft.open || answer.draft.closed ? 'begun' : 'awaited'
}

function spanOfThinking(span: ThinkingSpan | null, event: StreamEvent, at: string): ThinkingSpan | null {
  if (event.type === 'thinking.delta') return span ?? { since: at, until: null }
  return span && span.until === null ? { ...span, until: at } : span
}

/** What is known goes on to hold, unless thinking may have ended while nobody watched. */
function spanOfPartial(known: ThinkingSpan | null, content: readonly ContentBlock[]): ThinkingSpan | null {
  if (!content.some((block) => block.type === 'thinking')) return null
  return known && (known.until !== null || content.at(-1)?.type === 'thinking') ? known : { since: null, until: null }
}
