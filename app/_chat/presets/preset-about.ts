import type { Model } from '#lib/api/model.ts'
import type { Preset } from '#lib/canonical/preset.ts'
import type { Texts } from '../../_texts/texts.ts'
import { chosenOf } from '../composer/chat-settings.tsx'
import { modelLabel } from '../models/model.ts'

/** What a preset holds, in a line. */
export function presetAbout(texts: Texts, preset: Preset, models: readonly Model[]): string {
  const { model } = preset
  const chosen = chosenOf(texts, { ...preset, system_prompt: null })
  const parts = [model === null ? '' : modelLabel(model, models), ...chosen].filter(Boolean)
  return parts.join(', ') || texts.composer.default_model
}
