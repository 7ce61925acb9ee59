'use client'

import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { openComparison } from '../compare/compared.ts'
import { useLive } from '../live/use-live-session.ts'
import { ModelChoice } from '../models/model-choice.tsx'
import { saidAgain } from './said-again.ts'
import { useAskAnew, useIsBusy } from './use-ask-anew.ts'

/** Under an answer: another one to the same question, which becomes a version beside it. */
export function AnswerAgain({ question, model }: { question: PublicMessage; model: string | null }) {
  const words = useTexts().transcript
  const live = useLive()
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const content = saidAgain(question.content)
  if (!content) return null

  /** Beside the answer that is there. */
  async function compareWith(content: TurnContent, model: string | null) {
    const id = await askAnew(question, content, { model: model ?? undefined })
    if (id) openComparison(live.id, [question.id, id])
  }

  return (
    <>
      <IconButton
        icon={LATE_ICONS.again}
        label={words.answer_again}
        size={15}
        disabled={busy}
        className={SMALL}
        onClick={() => void askAnew(question, content)}
      />
      <ModelChoice
        value={model}
        onPick={(id) => void askAnew(question, content, { model: id ?? undefined })}
        trigger={(props) => (
          <IconButton
            {...props}
            icon={LATE_ICONS.branch}
            label={words.answer_otherwise}
            size={15}
            disabled={busy}
            className={SMALL}
          />
        )}
      />
      <ModelChoice
        value={null}
        onPick={(id) => void compareWith(content, id)}
        trigger={(props) => (
          <IconButton
            {...props}
            icon={LATE_ICONS.columns}
            label={words.ask_too}
            size={15}
            disabled={busy}
            className={SMALL}
          />
        )}
      />
    </>
  )
}

interface TryAgainProps {
  question: PublicMessage
  model: string | null
  /** It was never answered. */
  isFirst?: boolean
}

/** The ways on from a failure, or from a question alone. */
export function TryAgain({ question, model, isFirst = false }: TryAgainProps) {
  const words = useTexts().transcript
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const content = saidAgain(question.content)
  if (!content) return null
  return (
    <div className="flex flex-wrap gap-2 pt-2 print:hidden">
      <Button disabled={busy} onClick={() => void askAnew(question, content)}>
        {isFirst ? words.get_answer : words.try_again}
      </Button>
      <ModelChoice
        value={model}
        onPick={(id) => void askAnew(question, content, { model: id ?? undefined })}
        trigger={(props) => (
          <Button {...props} disabled={busy}>
            {isFirst ? words.answer_otherwise : words.try_otherwise}
          </Button>
        )}
      />
    </div>
  )
}

const SMALL = 'size-8! pointer-coarse:size-11!'
