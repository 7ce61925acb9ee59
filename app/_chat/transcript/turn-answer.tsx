'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { answerContent } from '../live/live-answer.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { ChatAnswer } from './chat-answer.tsx'

interface TurnAnswerProps {
  id: string
  /** `null` while it is being written. */
  message: PublicMessage | null
}

/** One message of a model in its turn. It stays the same element when it ends. */
export function TurnAnswer({ id, message }: TurnAnswerProps) {
  const answer = useSessionState(({ answer }) => (message === null ? answer : null))
  if (message) {
    return <ChatAnswer id={id} content={message.content} metadata={message.metadata} live={false} />
  }
  return (
    answer && (
      <ChatAnswer id={id} content={answerContent(answer)} metadata={null} live={true} thinking={answer.thinking} />
    )
  )
}
