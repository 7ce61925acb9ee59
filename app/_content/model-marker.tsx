'use client'

import { useTexts } from '../_texts/texts.ts'
import { ModelName, type NamedModel } from './model-name.tsx'

/** Between answers of different models. */
export function ModelMarker({ from, to }: { from: NamedModel; to: NamedModel }) {
  const words = useTexts().transcript
  return (
    <p className="flex items-center gap-3.5 text-muted text-small">
      <DoubleLine />
      <span className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-0.5">
        <span className="inline-flex items-center gap-1.75">
          <ModelName model={from} />
        </span>
        <span aria-hidden="true">→</span>
        <span className="sr-only">{words.followed_by}</span>
        <strong className="inline-flex items-center gap-1.75 font-semibold text-ink">
          <ModelName model={to} />
        </strong>
      </span>
      <DoubleLine />
    </p>
  )
}

function DoubleLine() {
  return <span aria-hidden="true" className="h-1 min-w-4 flex-1 border-line-strong border-y" />
}
