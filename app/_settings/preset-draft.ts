import type { Preset } from '#lib/canonical/preset.ts'
import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import { ANSWER_LENGTH, readNumber, TEMPERATURE } from '../_chat/composer/number-range.ts'
import type { SaidPreset } from '../_client/use-preset-changes.ts'

/** A preset as it stands in its form: numbers are what was typed. */
export interface PresetDraft {
  name: string
  model: string | null
  prompt: string
  effort: ReasoningEffort | null
  temperature: string
  length: string
  tools: boolean
  fallback: boolean
}

export function draftOf(preset: Preset | null, typed: (number: number) => string): PresetDraft {
  const { reasoning_effort, temperature, max_output_tokens, tools, fallback } = preset?.settings ?? {}
  return {
    name: preset?.name ?? '',
    model: preset?.model ?? null,
    prompt: preset?.system_prompt ?? '',
    effort: reasoning_effort ?? null,
    temperature: temperature === undefined ? '' : typed(temperature),
    length: max_output_tokens === undefined ? '' : typed(max_output_tokens),
    tools: tools !== false,
    fallback: fallback === true,
  }
}

/** Undefined where a number is none. */
export function presetOf({
  name,
  model,
  prompt,
  effort,
  temperature,
  length,
  tools,
  fallback,
}: PresetDraft): SaidPreset | undefined {
  const [warmth, most] = [readNumber(temperature, TEMPERATURE), readNumber(length, ANSWER_LENGTH)]
  if (warmth === undefined || most === undefined) return undefined
  return {
    name: name.trim(),
    model,
    system_prompt: prompt.trim() === '' ? null : prompt,
    settings: {
      reasoning_effort: effort,
      temperature: warmth,
      max_output_tokens: most,
      tools: tools ? null : false,
      fallback: fallback || null,
    },
  }
}

/** Only what differs: another window may have changed the rest meanwhile. */
export function changesOf(before: SaidPreset, after: SaidPreset): Partial<SaidPreset> {
  const differs = (key: keyof SaidPreset) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const settings = Object.entries(after.settings ?? {}).filter(
    ([key, value]) => value !== before.settings?.[key as keyof typeof before.settings],
  )
  return {
    ...(differs('name') && { name: after.name }),
    ...(differs('model') && { model: after.model }),
    ...(differs('system_prompt') && { system_prompt: after.system_prompt }),
    ...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
  }
}
