'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useTexts } from '../../_texts/texts.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { MessageMenu } from '../branches/message-menu.tsx'
import { AnswerAgain } from './answer-again.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { copiedText } from './copied-text.ts'
import { ForkHere } from './fork-here.tsx'

/** An answer with what it answers. */
export interface Answered {
  question: PublicMessage | null
  answers: readonly PublicMessage[]
}

/** What can be done with an answer. */
export function AnswerActions({ question, answers }: Answered) {
  const words = useTexts().transcript
  const last = answers.at(-1)
  const text = copiedText(answers)
  return (
    <>
      {text && <CopyButton text={text} label={words.copy_answer} className="size-8! pointer-coarse:size-11!" />}
      {question && <AnswerAgain question={question} model={last?.metadata.model ?? null} />}
      {last && <ForkHere message={last} />}
      {last && <MessageMenu message={last} />}
      {answers[0] && <BranchSwitch message={answers[0]} />}
    </>
  )
}
