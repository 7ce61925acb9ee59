import type { Model } from '#lib/api/model.ts'
import type { Preset } from '#lib/canonical/preset.ts'
import type { Texts } from '../../_texts/texts.ts'
import type { ChatSettingsValue } from '../composer/chat-settings-value.ts'
import { isUsable, modelLabel } from '../models/model.ts'

/** Where a new chat begins with a preset. */
export const presetAddress = (id: string) => `/?preset=${encodeURIComponent(id)}`

/** Copies of the values of a preset: they are the chat's own from then on. */
export interface PresetStart {
  preset: Preset
  model: string | null
  wishes: ChatSettingsValue
}

/** A model that cannot answer here is left out, and the rest holds. */
export function presetStart(preset: Preset, models: readonly Model[]): PresetStart {
  const { model: id, settings, system_prompt } = preset
  const model = awayModel(preset, models) ? null : id
  return { preset, model, wishes: { settings: { ...settings }, system_prompt } }
}

export interface AwayModel {
  label: string
  /** Whose key or address is missing; `null` where the model itself is not in the list. */
  provider: string | null
}

export function awayModel({ model: id }: Pick<Preset, 'model'>, models: readonly Model[]): AwayModel | null {
  const model = models.find((each) => each.id === id)
  if (id === null || (model && isUsable(model))) return null
  return { label: modelLabel(id, models), provider: model?.provider_label ?? null }
}

/** What is to be known before the first message of a chat that begins with it. */
export function startNote(
  { composer: words }: Pick<Texts, 'composer'>,
  { preset }: PresetStart,
  models: readonly Model[],
): string {
  const away = awayModel(preset, models)
  if (!away) return words.from_preset(preset.name)
  const why = away.provider === null ? words.model_away(away.label) : words.provider_away(away.label, away.provider)
  return words.from_preset_without(preset.name, why)
}
