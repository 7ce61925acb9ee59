'use client'

import { memo } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useModels } from '../../_client/use-api.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { Mark } from '../../_content/mark.tsx'
import { ModelMarker } from '../../_content/model-marker.tsx'
import type { TurnGroup } from '../../_content/turn-group.ts'
import { askedModelOf, importedModelOf, modelOf, otherModelAsked, sameGroup } from '../../_content/turn-group.ts'
import { exchangeName, TurnNumber } from '../../_content/turn-number.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { stageOf } from '../live/live-answer.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { namedModel, providerOf } from '../models/model.ts'
import { AnswerFooter, AnswerFooterRoom } from './answer-footer.tsx'
import { ChatAnswerHead } from './chat-answer-head.tsx'
import { ChatQuestion } from './chat-question.tsx'
import { ErrorCard } from './error-card.tsx'
import type { Instead } from './instead-words.ts'
import { TurnAnswer } from './turn-answer.tsx'
import { isWaiting, toolsOf, Waiting } from './waiting.tsx'

/** With the room of their buttons. */
const QuestionActions = lateComponent(
  behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.QuestionActions),
  <div className="min-h-8 pointer-coarse:min-h-11" />,
)
const WaysOn = lateComponent(async () => (await import('./late-parts.ts')).PARTS.WaysOn)
const InsteadNote = lateComponent(async () => (await import('./late-parts.ts')).PARTS.InsteadNote)
const BesideNote = lateComponent(async () => (await import('./late-parts.ts')).PARTS.BesideNote)
const Silence = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.Silence))
const EditQuestion = lateComponent(async () => (await import('./late-parts.ts')).PARTS.EditQuestion)

interface TurnViewProps {
  group: TurnGroup
  /** Its place in the conversation, from 1; `null` while what came before is not all here. */
  number: number | null
  /** Who was asked before, to mark a change. */
  previousModel: string | null
  /** The last turn is the one that may still be written. */
  last: boolean
}

/**
 * A question and its answer. Only the last one follows the stream, and of that only the answer reads its words: with each step
 * of them nothing else of the turn is rendered. The others render once.
 */
export const TurnView = memo(
  function TurnView({ group, number, previousModel, last }: TurnViewProps) {
    const words = useTexts().transcript
    const written = useSessionState(({ answer }) => (last ? answer?.message_id : undefined))
    const stage = useSessionState(({ answer }) => (last ? stageOf(answer) : null))
    const writer = useSessionState(({ answer }) => (last ? answer?.model : null))
    const turn = useSessionState((state) => (last ? state.turn : null))
    const outcome = useSessionState((state) => (last ? state.outcome : null))
    const model = writer ?? modelOf(group)
    const decided = useSessionState(({ routes }) => (turn ? routes.get(turn.turn_id)?.chosen_model : undefined))
    // Its last event may name it by its date.
    const asked = (stage && (decided ?? writer)) ?? askedModelOf(group)
    const imported = importedModelOf(group)
    const newest = group.answers.at(-1)
    const tools = useSessionState(({ results }) => (last && !stage ? toolsOf(newest, results) : 'none'))
    // One list, so that an answer that ends stays the element it was while it streamed.
    const answers: { id: string; message: PublicMessage | null }[] = group.answers.map((message) => ({
      id: message.id,
      message,
    }))
    // Nothing stands there before its first word: the line that says it is on its way would go down.
    if (written !== undefined && stage === 'begun') answers.push({ id: written, message: null })
    // An answer in the making does not say it yet; the decision behind it does.
    const instead = useInstead(group, turn?.turn_id)
    const isOver = !turn && !stage
    const ended = isOver && group.answers.length > 0
    const isUnanswered = last && (!newest || outcome?.state === 'failed' || newest.metadata.status === 'error')
    const failureShown = group.answers.some((message) => message.metadata.error)
    const stopShown = group.answers.some((message) => message.metadata.status === 'cancelled')
    return (
      <section className="turn space-y-6" aria-label={exchangeName(words, number)} tabIndex={-1}>
        {group.question && <TurnNumber number={number} />}
        {group.question && <Question question={group.question} />}
        {asked && previousModel && asked !== previousModel && <ChatModelMarker from={previousModel} to={asked} />}
        <div
          className="answer space-y-4"
          data-hand={model || imported ? providerOf(model ?? imported ?? '') : undefined}
        >
          {!model && imported && (
            <ChatAnswerHead model={imported} at={group.answers[0]?.created_at ?? null} writing={false} />
          )}
          {model && answers.length > 0 && (
            <ChatAnswerHead
              model={model}
              asked={stage ? null : otherModelAsked(group)}
              at={group.answers[0]?.created_at ?? null}
              writing={turn?.state === 'running'}
            />
          )}
          {instead && <InsteadNote {...instead} />}
          {answers.map((answer) => (
            <TurnAnswer key={answer.id} {...answer} />
          ))}
          {turn && isWaiting(turn, stage, newest, tools) && <Waiting turn={turn} />}
          {turn?.state === 'running' && !turn.retry && tools !== 'running' && <Silence />}
          {outcome?.state === 'failed' && !failureShown && (
            <ErrorCard failure={outcome} arrived={group.answers.length > 0} />
          )}
          {outcome?.state === 'cancelled' && !stopShown && (
            <Mark text={group.answers.length > 0 ? words.stopped : words.stopped_before} />
          )}
          {isOver && isUnanswered && group.question && (
            <WaysOn question={group.question} answers={group.answers} model={model} />
          )}
          {last && <BesideNote />}
          {ended && <AnswerFooter question={group.question} answers={group.answers} />}
        </div>
        {!isOver && <AnswerFooterRoom />}
      </section>
    )
  },
  (before, after) =>
    sameGroup(before.group, after.group) &&
    before.number === after.number &&
    before.previousModel === after.previousModel &&
    before.last === after.last,
)

const ChatModelMarker = memo(function ChatModelMarker({ from, to }: { from: string; to: string }) {
  const models = useModels().data?.models ?? []
  return <ModelMarker from={namedModel(from, models)} to={namedModel(to, models)} />
})

/** It stays as it is while the answer grows, and so does the head of that. */
const Question = memo(function Question({ question }: { question: PublicMessage }) {
  const editing = useSessionState(({ editing }) => (editing?.message_id === question.id ? editing : null))
  if (editing) return <EditQuestion question={question} editing={editing} />
  return (
    <div className="group/question -mb-3">
      <ChatQuestion message={question} />
      <QuestionActions question={question} />
    </div>
  )
})

/** Models that were asked before and failed, and the one after them; null for nearly all turns. */
function useInstead({ answers }: TurnGroup, turnId: string | undefined): Instead | null {
  const decided = useSessionState(({ routes }) => (turnId === undefined ? undefined : routes.get(turnId)))
  const { instead_of: failed, chosen_model: by } = answers[0]?.metadata.routing ?? decided ?? {}
  return failed && by ? { failed, by } : null
}
