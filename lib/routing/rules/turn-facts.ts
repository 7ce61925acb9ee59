import type { SideEffects } from '../../canonical/tool.ts'

/** What rules may ask about a turn, before a model is chosen for it. */
export interface TurnFacts {
  /** What the person wrote, without an `@alias` before it. */
  message: string
  estimated_input_tokens: number
  has_images: boolean
  has_tool_calls_in_history: boolean
  /** Of the files in the conversation, in small letters and without the point. */
  file_extensions: ReadonlySet<string>
  /** The folder that the chat is in; null for a chat in none. */
  folder: string | null
  /** Of the tools that the model will be offered. */
  side_effects: ReadonlySet<SideEffects>
  /** Microseconds. */
  now: number
  /** What the person has spent since midnight of the rules' time zone, in dollars; null where no rule asks for it. */
  cost_today_usd: string | null
  /** The least that is left in a budget of a team of theirs, in dollars; null where there is none, or no rule asks for it. */
  team_budget_remaining_usd: string | null
}
