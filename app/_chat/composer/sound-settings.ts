import { REASONING_EFFORTS } from '#lib/canonical/effort-order.ts'
import type { SessionSettings, SettingsChange } from '#lib/canonical/session-settings.ts'

/** Of what a browser remembers: without what no server would take, and without what is left to the model. */
export function soundSettings(remembered: SettingsChange): SessionSettings {
  const { reasoning_effort: effort, temperature, max_output_tokens: most, tools, fallback } = remembered
  return {
    ...(effort && REASONING_EFFORTS.includes(effort) && { reasoning_effort: effort }),
    ...(typeof temperature === 'number' && temperature >= 0 && temperature <= 2 && { temperature }),
    ...(typeof most === 'number' && Number.isInteger(most) && most >= 16 && { max_output_tokens: most }),
    ...(tools === false && { tools }),
    ...(fallback === true && { fallback }),
  }
}
