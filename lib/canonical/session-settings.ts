import { z } from 'zod'
import { ReasoningEffort } from './reasoning-effort.ts'

const Temperature = z.number().min(0).max(2)
/** OpenAI takes no less than 16. */
const AnswerLength = z.number().int().min(16).max(1_000_000)

/**
 * What a person asks of whichever model answers in a session. What is absent is left to the model; what a model cannot do
 * stays here for the next one, and is left out where a request is made.
 */
export const SessionSettings = z.object({
  reasoning_effort: ReasoningEffort.optional(),
  temperature: Temperature.optional(),
  /** How long an answer may become at most, its thoughts included. */
  max_output_tokens: AnswerLength.optional(),
  /** False: the model is offered none. */
  tools: z.boolean().optional(),
})
export type SessionSettings = z.infer<typeof SessionSettings>

/** Changes only what it names; `null` leaves that to the model again (RFC 7396). */
export const SettingsChange = z.strictObject({
  reasoning_effort: ReasoningEffort.nullable().optional(),
  temperature: Temperature.nullable().optional(),
  max_output_tokens: AnswerLength.nullable().optional(),
  tools: z.boolean().nullable().optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

const StoredSettings = z.object({
  reasoning_effort: ReasoningEffort.optional().catch(undefined),
  temperature: Temperature.optional().catch(undefined),
  max_output_tokens: AnswerLength.optional().catch(undefined),
  tools: z.boolean().optional().catch(undefined),
})

/** Of what was stored: a setting that a newer version writes otherwise is passed over. Throws where it is no object. */
export function parseSettings(stored: unknown): SessionSettings {
  return withoutAbsent(StoredSettings.parse(stored))
}

export function changedSettings(settings: SessionSettings, change: SettingsChange): SessionSettings {
  return withoutAbsent({ ...settings, ...change })
}

function withoutAbsent(settings: SettingsChange): SessionSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined))
}
