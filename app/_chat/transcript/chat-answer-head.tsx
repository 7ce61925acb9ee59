'use client'

import { memo, useEffect, useRef, useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { AnswerHead } from '../../_content/answer-head.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { namedModel } from '../models/model.ts'
import { TimeOfDay } from './time-of-day.tsx'

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

/** For how long this page has seen it being written: the clocks of the server and of the reader may differ. */
function Writing() {
  const { transcript: words, format } = useTexts()
  const [since] = useState(() => performance.now())
  const [elapsed, setElapsed] = useState(0)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tell = () => setElapsed(performance.now() - since)
    let timer = setInterval(tell, 1_000)
    // Above a long answer nobody sees it count, and each time would lay out and paint that answer.
    const observer = new IntersectionObserver((entries) => {
      clearInterval(timer)
      if (!entries.at(-1)?.isIntersecting) return
      tell()
      timer = setInterval(tell, 1_000)
    })
    if (place.current) observer.observe(place.current)
    return () => {
      clearInterval(timer)
      observer.disconnect()
    }
  }, [since])
  return (
    <span ref={place} className="shrink-0">
      {elapsed < 1_000 ? words.writing : words.writing_for(format.duration(Math.floor(elapsed / 1_000) * 1_000))}
    </span>
  )
}
