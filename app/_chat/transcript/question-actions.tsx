'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useTexts } from '../../_texts/texts.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { MessageMenu } from '../branches/message-menu.tsx'
import { useLive } from '../live/use-live-session.ts'
import { BranchSwitch } from './branch-switch.tsx'
import { beginEdit } from './kept-edits.ts'
import { saidAgain, wordsOf } from './said-again.ts'
import { TimeOfDay } from './time-of-day.tsx'
import { useIsBusy } from './use-ask-anew.ts'

/** Under a question: the way to its siblings at all times, the rest where somebody points or goes. */
export function QuestionActions({ question }: { question: PublicMessage }) {
  const texts = useTexts().transcript
  const live = useLive()
  const busy = useIsBusy()
  const words = wordsOf(question.content)
  const edit = () => live.update((state) => beginEdit(state, live.id, question))
  return (
    <div className="flex min-h-8 items-center justify-end gap-1 pointer-coarse:min-h-11">
      <TimeOfDay
        at={question.created_at}
        className="px-1 text-caption text-muted opacity-0 transition-opacity group-focus-within/question:opacity-100 group-hover/question:opacity-100 pointer-coarse:opacity-100 print:opacity-100"
      >
        <span className="sr-only">{texts.asked_at}</span>
      </TimeOfDay>
      <span className="flex opacity-0 transition-opacity focus-within:opacity-100 group-hover/question:opacity-100 pointer-coarse:opacity-100 print:hidden">
        {words && <CopyButton text={words} label={texts.copy_question} className={SMALL} />}
        {saidAgain(question.content) && (
          <IconButton
            icon="pencil"
            size={15}
            label={texts.edit_question}
            disabled={busy}
            className={SMALL}
            onClick={edit}
          />
        )}
        <MessageMenu message={question} />
      </span>
      <BranchSwitch message={question} />
    </div>
  )
}

const SMALL = 'size-8! pointer-coarse:size-11!'
