import { z } from 'zod'
import { JsonObject } from './json.ts'

export const SideEffects = z.enum(['none', 'read', 'write', 'execute', 'network'])
export type SideEffects = z.infer<typeof SideEffects>

/** canonical-message-format §4.4. The schema's allowed subset (§5.4) is checked when a tool is registered. */
export const ToolDefinition = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'snake_case, up to 64 characters'),
  description: z.string().min(1),
  input_schema: JsonObject,
  side_effects: SideEffects,
  requires_workspace: z.boolean().default(true),
})
export interface ToolDefinition {
  name: string
  description: string
  input_schema: JsonObject
  side_effects: SideEffects
  /** Absent means true. */
  requires_workspace?: boolean | undefined
}

/** What a running tool last said of itself: in words, and as the part of the whole that is done (0 to 1). */
export const ToolProgress = z.object({
  text: z.string().nullable(),
  fraction: z.number().min(0).max(1).nullable(),
})
export interface ToolProgress {
  readonly text: string | null
  readonly fraction: number | null
}
