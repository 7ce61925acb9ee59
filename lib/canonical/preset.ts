import { z } from 'zod'
import { SessionSettings } from './session-settings.ts'

/** What a chat may begin with. The chat gets copies: what becomes of the preset later does not change it. */
export const Preset = z.object({
  id: z.string(),
  name: z.string(),
  /** `provider:name`, also of one that is gone since; `null` leaves it to the installation. */
  model: z.string().nullable(),
  system_prompt: z.string().nullable(),
  settings: SessionSettings,
})
export type Preset = z.infer<typeof Preset>

/** A list that people look through, and no archive. */
export const MOST_PRESETS = 100
