'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { ToolResultBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { AnswerHead } from '../_content/answer-head.tsx'
import { AnswerView } from '../_content/answer-view.tsx'
import type { ToolCallProps } from '../_content/block-view.tsx'
import { Mark } from '../_content/mark.tsx'
import { ModelMarker } from '../_content/model-marker.tsx'
import type { NamedModel } from '../_content/model-name.tsx'
import { QuestionView } from '../_content/question-view.tsx'
import { ToolCard } from '../_content/tool-card.tsx'
import { toolStatus } from '../_content/tool-status.ts'
import { groupTurns, modelOf, type TurnGroup } from '../_content/turn-group.ts'
import { exchangeName, TurnNumber } from '../_content/turn-number.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'

/** The models that took part, by their ids. */
export type NamedModels = Readonly<Record<string, NamedModel>>

const Results = createContext<ReadonlyMap<string, ToolResultBlock>>(new Map())

/** What was said, as it was shared: it never changes, and nothing in it leads into a chat. */
export function SharedConversation({ messages, models }: { messages: readonly PublicMessage[]; models: NamedModels }) {
  const groups = groupTurns(messages)
  return (
    <Results value={resultsIn(messages)}>
      {groups.map((group, index) => (
        <SharedTurn
          key={group.id}
          group={group}
          number={index + 1}
          previous={namedIn(models, previousModel(groups, index))}
          model={namedIn(models, modelOf(group))}
        />
      ))}
    </Results>
  )
}

function namedIn(models: NamedModels, id: string | null): NamedModel | null {
  return (id !== null && models[id]) || null
}

function previousModel(groups: readonly TurnGroup[], index: number): string | null {
  for (let at = index - 1; at >= 0; at -= 1) {
    const model = modelOf(groups[at])
    if (model) return model
  }
  return null
}

function resultsIn(messages: readonly PublicMessage[]): ReadonlyMap<string, ToolResultBlock> {
  const results = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'))
  return new Map(results.map((result) => [result.tool_use_id, result]))
}

interface SharedTurnProps {
  group: TurnGroup
  number: number
  /** Of the turn before; null where it is not known. */
  previous: NamedModel | null
  model: NamedModel | null
}

function SharedTurn({ group: { question, answers }, number, previous, model }: SharedTurnProps) {
  const { transcript: words } = useTexts()
  const { shares } = useLateTexts()
  return (
    <section className="turn space-y-6 not-first-of-type:mt-12" aria-label={exchangeName(words, number)}>
      {question && <TurnNumber number={number} />}
      {question && (
        <SharedMessage id={question.id}>
          <QuestionView message={question} />
        </SharedMessage>
      )}
      {model && previous && model.label !== previous.label && <ModelMarker from={previous} to={model} />}
      {answers.length > 0 && (
        <div className="answer space-y-4" data-hand={model?.provider}>
          <AnswerHead model={model ?? { provider: '', label: shares.a_model }} />
          {answers.map(({ id, content, metadata }) => (
            <SharedMessage key={id} id={id}>
              <AnswerView
                id={id}
                content={content}
                metadata={metadata}
                live={false}
                ToolCall={SharedToolCard}
                Failure={SharedFailure}
              />
            </SharedMessage>
          ))}
        </div>
      )}
    </section>
  )
}

/** With its address: what a link leads to, and the link. */
function SharedMessage({ id, children }: { id: string; children: ReactNode }) {
  const words = useLateTexts().shares
  return (
    <div id={`m-${id}`} className="shared-message">
      {children}
      <a
        href={`#m-${id}`}
        className="message-link print:hidden"
        aria-label={words.link_to_message}
        title={words.link_to_message}
      >
        <Icon name="link" size={14} />
      </a>
    </div>
  )
}

function SharedToolCard({ call, metadata }: ToolCallProps) {
  const result = useContext(Results).get(call.id)
  const status = toolStatus({ call, writing: false, metadata, live: undefined, result, runningTurn: null })
  return <ToolCard call={call} status={status} result={result} />
}

/** Why it failed is between a chat and its provider. */
function SharedFailure({ arrived }: { arrived: boolean }) {
  const words = useLateTexts().shares
  return <Mark text={arrived ? words.broke_off : words.failed} />
}
