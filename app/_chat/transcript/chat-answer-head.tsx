'use client'

import { memo } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { AnswerHead } from '../../_content/answer-head.tsx'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { namedModel } from '../models/model.ts'
import { TimeOfDay } from './time-of-day.tsx'

const Writing = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.Writing))

/** Over an answer of a chat: whose hand it is, and since when. */
export const ChatAnswerHead = memo(function ChatAnswerHead({
  model,
  asked = null,
  at,
  writing,
}: {
  model: string
  /** Another one, which was asked for. */
  asked?: string | null
  at: string | null
  writing: boolean
}) {
  const words = useTexts().transcript
  const models = useModels().data?.models ?? []
  return (
    <AnswerHead model={namedModel(model, models)} title={model}>
      {asked !== null && (
        <span className="min-w-0 truncate rounded-mark border border-line-strong px-1.5 text-caption" title={asked}>
          {words.asked_for(namedModel(asked, models).label)}
        </span>
      )}
      {writing ? <Writing /> : at !== null && <TimeOfDay at={at} className="shrink-0" />}
    </AnswerHead>
  )
})
