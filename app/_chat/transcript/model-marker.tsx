'use client'

import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { modelLabel, providerOf } from '../models/model.ts'

/** Between answers of different models. */
export function ModelMarker({ from, to }: { from: string; to: string }) {
  const words = useTexts().transcript
  const models = useModels().data?.models ?? []
  return (
    <p className="flex items-center gap-3.5 text-muted text-small">
      <DoubleLine />
      <span className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-0.5">
        <span className="inline-flex items-center gap-1.75">
          <Hand provider={providerOf(from)} />
          {modelLabel(from, models)}
        </span>
        <span aria-hidden="true">→</span>
        <span className="sr-only">{words.followed_by}</span>
        <strong className="inline-flex items-center gap-1.75 font-semibold text-ink">
          <Hand provider={providerOf(to)} />
          {modelLabel(to, models)}
        </strong>
      </span>
      <DoubleLine />
    </p>
  )
}

function DoubleLine() {
  return <span aria-hidden="true" className="h-1 min-w-4 flex-1 border-line-strong border-y" />
}
