'use client'

import { clsx } from 'clsx'
import { useModels } from '../../_client/use-api.ts'
import type { AnswerViewProps } from '../../_content/answer-view.tsx'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { answerContent, stageOf } from '../live/live-answer.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { useStopTurn } from '../live/use-stop.ts'
import { modelLabel, providerOf } from '../models/model.ts'
import { ChatAnswer } from '../transcript/chat-answer.tsx'
import { ChatQuestion } from '../transcript/chat-question.tsx'
import { copiedText } from '../transcript/copied-text.ts'
import { ErrorCard } from '../transcript/error-card.tsx'
import { SilenceView } from '../transcript/silence.tsx'
import { isWaiting, toolsOf, Waiting } from '../transcript/waiting.tsx'
import type { Version } from './use-version.ts'
import { type VersionChoice, VersionSelect } from './version-select.tsx'

interface CompareColumnProps {
  version: Version
  /** Of this one among all versions, to take another in its place; `null` where there is nothing to choose. */
  choice: VersionChoice | null
  /** The questions differ: each stands over its own answer. */
  asked: boolean
  /** Something is still being written, here or beside it. */
  busy: boolean
  /** On a narrow page one is shown at a time. */
  shown: boolean
  onGoOn: () => void
}

export function CompareColumn({ version, choice, asked, busy, shown, onGoOn }: CompareColumnProps) {
  const { question, answers, answer, turn, outcome, model } = version
  const models = useModels().data?.models ?? []
  const texts = useLateTexts().compare
  const { format } = useTexts()
  const stop = useStopTurn()
  const label = model ? modelLabel(model, models) : texts.answer
  const views: AnswerViewProps[] = answers.map(({ id, content, metadata }) => ({
    id,
    content,
    metadata,
    live: false,
  }))
  const stage = stageOf(answer)
  if (answer && stage === 'begun') {
    const { message_id: id, thinking } = answer
    views.push({ id, content: answerContent(answer), metadata: null, live: true, thinking })
  }
  const newest = answers.at(-1)
  const tools = useSessionState(({ results }) => toolsOf(newest, results))
  const text = copiedText(answers)
  const failureShown = answers.some(({ metadata }) => metadata.error)
  const isGone = question === null && version.error !== null
  return (
    <section
      aria-label={label}
      className={clsx(
        'min-w-0 flex-col gap-3 py-5 md:flex md:px-6 md:first:ps-0 md:last:pe-0',
        shown ? 'flex' : 'hidden',
      )}
    >
      <header className="flex min-h-8 flex-wrap items-center gap-x-2 text-muted text-small">
        {model && <Hand provider={providerOf(model)} />}
        <h3 className="min-w-0 truncate font-semibold text-ink" dir="auto">
          {label}
        </h3>
        <span>{turn ? texts.writing : version.total && format.duration(version.total.latency_ms)}</span>
        {choice && <VersionSelect {...choice} />}
      </header>
      {isGone && <p className="text-muted">{texts.gone}</p>}
      {asked && question && <ChatQuestion message={question} />}
      <div className="space-y-4">
        {views.map((view) => (
          <ChatAnswer key={view.id} {...view} />
        ))}
        {turn && isWaiting(turn, stage, newest, tools) && <Waiting turn={turn} />}
        {turn?.state === 'running' && !turn.retry && <SilenceView mark={answer} onStop={() => stop(turn.turn_id)} />}
        {outcome?.state === 'failed' && !turn && !failureShown && <ErrorCard failure={outcome} arrived={text !== ''} />}
      </div>
      {question && (
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-3 print:hidden">
          {turn ? (
            <Button disabled={turn.state === 'cancelling'} onClick={() => void stop(turn.turn_id)}>
              {turn.state === 'cancelling' ? texts.stopping : texts.stop}
            </Button>
          ) : (
            <Button
              className="border-accent-line! bg-accent-soft! text-accent"
              disabled={busy}
              title={busy ? texts.go_on_later : undefined}
              onClick={onGoOn}
            >
              {texts.go_on}
            </Button>
          )}
          {text && <CopyButton text={text} label={texts.copy(label)} />}
        </div>
      )}
    </section>
  )
}
