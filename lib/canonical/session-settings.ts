import { z } from 'zod'
import { ReasoningEffort } from './reasoning-effort.ts'

const Temperature = z.number().min(0).max(2)
/** OpenAI takes no less than 16. */
const AnswerLength = z.number().int().min(16).max(1_000_000)

/** A note that says that there was one, or what a model that sees said of it. */
export const PictureDecision = z.enum(['leave_out', 'describe'])
export type PictureDecision = z.infer<typeof PictureDecision>

const LeftOut = z.array(z.string())

/** Blocks of one type in one message. */
export const SetAside = z.object({ message_id: z.string().min(1).max(200), block_type: z.string().min(1).max(100) })
export type SetAside = z.infer<typeof SetAside>

/** Anything that came as JSON: which of it a provider knows, it says itself. */
const JsonSchema = z.record(z.string(), z.any())

/** What the first call of a turn has to be: any tool, or this one. */
const ToolDemand = z.union([z.literal('required'), z.object({ name: z.string().min(1).max(200) })])

/** What one turn cannot do without. A model that cannot promise it is not asked. */
export const TurnDemands = z.object({
  /** The answer is JSON that keeps to it. */
  output_schema: JsonSchema.optional(),
  tool_choice: ToolDemand.optional(),
})
export type TurnDemands = z.infer<typeof TurnDemands>

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
  /** What a model that takes no pictures gets in the place of those in the history; absent where nobody has decided. */
  pictures: PictureDecision.optional(),
  /** Files that no model gets any more, by the data of their source. */
  left_out: LeftOut.optional(),
  /** What a provider refused, and no model gets any more. */
  set_aside: SetAside.array().optional(),
  /** The summary that goes in the place of the beginning. */
  brief: z.string().optional(),
  /** ISO 8601: when one of these three was decided last. What providers counted before was of other requests. */
  decided_at: z.string().optional(),
  /** True: where a model fails for the moment before its first word, the next one of the chain is asked. */
  fallback: z.boolean().optional(),
  // Of a turn alone: no chat has them.
  ...TurnDemands.shape,
  /** True: what its provider refused before is sent once more, unless that named something that was said as the cause. */
  resend_refused: z.boolean().optional(),
})
export type SessionSettings = z.infer<typeof SessionSettings>

/** Changes only what it names; `null` leaves that to the model again (RFC 7396). */
export const SettingsChange = z.strictObject({
  reasoning_effort: ReasoningEffort.nullable().optional(),
  temperature: Temperature.nullable().optional(),
  max_output_tokens: AnswerLength.nullable().optional(),
  tools: z.boolean().nullable().optional(),
  fallback: z.boolean().nullable().optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

const StoredSettings = z.object({
  reasoning_effort: ReasoningEffort.optional().catch(undefined),
  temperature: Temperature.optional().catch(undefined),
  max_output_tokens: AnswerLength.optional().catch(undefined),
  tools: z.boolean().optional().catch(undefined),
  pictures: PictureDecision.optional().catch(undefined),
  left_out: LeftOut.optional().catch(undefined),
  set_aside: SetAside.array().optional().catch(undefined),
  brief: z.string().optional().catch(undefined),
  fallback: z.boolean().optional().catch(undefined),
  decided_at: z.string().optional().catch(undefined),
  output_schema: JsonSchema.optional().catch(undefined),
  tool_choice: ToolDemand.optional().catch(undefined),
  resend_refused: z.boolean().optional().catch(undefined),
})

/** What is decided by a step of its own, and not by a change of settings: `null` takes it back. */
export type SettingsPatch = SettingsChange & {
  [K in 'pictures' | 'left_out' | 'set_aside' | 'brief' | 'decided_at']?: SessionSettings[K] | null
}

/** Of what was stored: a setting that a newer version writes otherwise is passed over. Throws where it is no object. */
export function parseSettings(stored: unknown): SessionSettings {
  return withoutAbsent(StoredSettings.parse(stored))
}

export function changedSettings(settings: SessionSettings, change: SettingsPatch): SessionSettings {
  return withoutAbsent({ ...settings, ...change })
}

function withoutAbsent(
  settings: SettingsPatch & Pick<SessionSettings, keyof TurnDemands | 'resend_refused'>,
): SessionSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined))
}
