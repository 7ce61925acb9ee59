'use client'

import { useEffect, useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { modelLabel, providerOf } from '../models/model.ts'

/** Over an answer: whose hand it is, and since when. */
export function AnswerHead({ model, at, writing }: { model: string; at: string | null; writing: boolean }) {
  const { format } = useTexts()
  const models = useModels().data?.models ?? []
  const time = at === null ? null : new Date(at)
  return (
    <header className="answer-head relative mb-1.5 flex min-h-7 items-center gap-2 text-muted text-small">
      <Hand provider={providerOf(model)} />
      <span className="min-w-0 truncate font-semibold text-ink" title={model} dir="auto">
        {modelLabel(model, models)}
      </span>
      {writing ? (
        <Writing />
      ) : (
        time && (
          <time dateTime={at ?? undefined} title={format.moment(time)} className="shrink-0">
            {format.clock(time)}
          </time>
        )
      )}
    </header>
  )
}

/** For how long this page has seen it being written: the clocks of the server and of the reader may differ. */
function Writing() {
  const { transcript: words, format } = useTexts()
  const [since] = useState(() => performance.now())
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now() - since), 1_000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <span className="shrink-0">
      {elapsed < 1_000 ? words.writing : words.writing_for(format.duration(Math.floor(elapsed / 1_000) * 1_000))}
    </span>
  )
}
