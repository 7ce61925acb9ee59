'use client'

import { useModels } from '../../_client/use-api.ts'
import { Icon } from '../../_ui/icon.tsx'
import { modelLabel } from '../models/model.ts'

/** Between answers of different models. */
export function ModelMarker({ from, to }: { from: string; to: string }) {
  const models = useModels().data?.models ?? []
  return (
    <p className="flex items-center gap-3 text-muted text-xs">
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <Icon name="swap" size={14} />
      <span>
        {modelLabel(from, models)} <span aria-hidden="true">→</span>
        <span className="sr-only"> was followed by </span>{' '}
        <strong className="font-medium text-ink">{modelLabel(to, models)}</strong>
      </span>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </p>
  )
}
