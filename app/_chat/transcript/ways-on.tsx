'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { REFUSAL_CLASSES } from '#lib/canonical/refusal-class.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { TryAgain } from './answer-again.tsx'
import { RefusedAnswer } from './refused-answer.tsx'

interface WaysOnProps {
  question: PublicMessage
  answers: readonly PublicMessage[]
  model: string | null
}

/** Under a question that has no answer to speak of: it failed, was stopped before its first word, or a chat was forked there. */
export function WaysOn({ question, answers, model }: WaysOnProps) {
  const hasFailed = useSessionState(({ outcome }) => outcome?.state === 'failed')
  // The very same request would be refused again.
  const refused = answers.findLast(({ metadata: { error } }) => error && REFUSAL_CLASSES.has(error.error_class))
  if (refused) return <RefusedAnswer question={question} answer={refused} model={model} />
  return <TryAgain question={question} model={model} isFirst={answers.length === 0 && !hasFailed} />
}
