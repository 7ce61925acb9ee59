'use client'

import type { Model } from '#lib/api/model.ts'
import { isUsable } from '../_chat/models/model.ts'
import { awayModel } from '../_chat/presets/preset-start.ts'
import { FIELD } from '../_providers/field.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Fault } from './fault.tsx'

/** The models that can answer; one that was chosen and cannot any more stays, and says so. */
export function PresetModel({
  value,
  models,
  problem,
  onPick,
}: {
  value: string | null
  models: readonly Model[]
  problem: string | null
  onPick: (id: string | null) => void
}) {
  const words = useLateTexts().presets
  const away = awayModel({ model: value }, models)
  return (
    <label className="block">
      <span className="mb-1 block font-semibold text-caption text-muted">{words.model}</span>
      <select
        data-field="model"
        className={FIELD}
        value={value ?? ''}
        onChange={(event) => onPick(event.target.value || null)}
      >
        <option value="">{words.any_model}</option>
        {away && value !== null && (
          <option value={value}>
            {away.provider === null ? words.model_not_here(away.label) : words.model_not_set_up(away.label)}
          </option>
        )}
        {models.filter(isUsable).map(({ id, label, provider_label }) => (
          <option key={id} value={id}>
            {`${label} (${provider_label})`}
          </option>
        ))}
      </select>
      <Fault words={problem} />
    </label>
  )
}
