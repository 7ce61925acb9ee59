'use client'

import { AnswerView, type AnswerViewProps } from '../../_content/answer-view.tsx'
import { lateComponent } from '../../_content/late-component.tsx'
import { ErrorCard } from './error-card.tsx'

const ToolCall = lateComponent(
  async () => (await import('./late-parts.ts')).PARTS.LiveToolCard,
  <div className="min-h-10 rounded-card border border-line-strong pointer-coarse:min-h-11.5" />,
)

/** One message of a model in a chat. */
export function ChatAnswer(props: AnswerViewProps) {
  return <AnswerView {...props} ToolCall={ToolCall} Failure={ErrorCard} />
}
