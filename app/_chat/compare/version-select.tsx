'use client'

import type { ListedVersion } from '../../_client/branches.ts'
import { useModels } from '../../_client/use-api.ts'
import { useLateTexts } from '../../_texts/texts.ts'
import { modelLabel } from '../models/model.ts'

export interface VersionChoice {
  value: string
  versions: readonly ListedVersion[]
  /** Those that stand in the other columns. */
  taken: readonly string[]
  onChange: (id: string) => void
}

/** Which of the versions of a question stands in a column. */
export function VersionSelect({ value, versions, taken, onChange }: VersionChoice) {
  const models = useModels().data?.models ?? []
  const texts = useLateTexts().compare
  return (
    <select
      aria-label={texts.version}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="ms-auto min-h-8 max-w-44 rounded-control border border-line-control bg-raised px-2 text-small pointer-coarse:min-h-11"
    >
      {versions.map(({ message_id, model }, index) => (
        <option key={message_id} value={message_id} disabled={taken.includes(message_id)}>
          {`${index + 1}/${versions.length}${model ? ` ${modelLabel(model, models)}` : ''}`}
        </option>
      ))}
    </select>
  )
}
