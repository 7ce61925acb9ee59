'use client'

import type { ReactNode } from 'react'
import { Hand } from './hand.tsx'
import type { NamedModel } from './model-name.tsx'

/** Over an answer: whose hand it is, and what else is to be said of it. */
export function AnswerHead({ model, title, children }: { model: NamedModel; title?: string; children?: ReactNode }) {
  return (
    <header className="answer-head relative mb-1.5 flex min-h-7 items-center gap-2 text-muted text-small">
      <Hand provider={model.provider} />
      <span className="min-w-0 truncate font-semibold text-ink" title={title} dir="auto">
        {model.label}
      </span>
      {children}
    </header>
  )
}
