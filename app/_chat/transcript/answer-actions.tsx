'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useTexts } from '../../_texts/texts.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { MessageMenu } from '../branches/message-menu.tsx'
import { useSessionState } from '../live/use-live-session.ts'
import { AnswerAgain } from './answer-again.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { copiedText } from './copied-text.ts'
import { ForkHere } from './fork-here.tsx'
import { useIsAskedTwice } from './use-same-question.ts'

/** An answer with what it answers. */
export interface Answered {
  question: PublicMessage | null
  answers: readonly PublicMessage[]
}

/** The way to the other answers of its question, which is screens above a long one. */
function AnswerSwitch({ question, total }: { question: PublicMessage; total: number }) {
  return useIsAskedTwice(question, total) && <BranchSwitch message={question} at="answer" />
}

/** What can be done with an answer. */
export function AnswerActions({ question, answers }: Answered) {
  const words = useTexts().transcript
  const last = answers.at(-1)
  const text = copiedText(answers)
  const total = useSessionState(({ places }) => (question ? places.get(question.id)?.total : undefined))
  return (
    <>
      {text && <CopyButton text={text} label={words.copy_answer} className="size-8! pointer-coarse:size-11!" />}
      {question && <AnswerAgain question={question} model={last?.metadata.model ?? null} />}
      {last && <ForkHere message={last} />}
      {last && <MessageMenu message={last} />}
      {answers[0] && <BranchSwitch message={answers[0]} />}
      {question && total !== undefined && <AnswerSwitch question={question} total={total} />}
    </>
  )
}
