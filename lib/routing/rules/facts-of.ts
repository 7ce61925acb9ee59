import type { ConversationFacts } from '../../canonical/conversation-facts.ts'
import type { ToolDefinition } from '../../canonical/tool.ts'
import type { TurnFacts } from './turn-facts.ts'

/** Facts that are not in the conversation. */
export type LookedUp = Pick<TurnFacts, 'now' | 'cost_today_usd' | 'team_budget_remaining_usd'>

export interface TurnToRoute {
  /** What the person wrote, without what only chose a model. */
  message: string
  /** Of the active path with that message. */
  conversation: ConversationFacts
  folder: string | null
  tools: readonly ToolDefinition[]
  estimated_input_tokens: number
}

export function factsOf(
  { message, conversation, folder, tools, estimated_input_tokens }: TurnToRoute,
  looked: LookedUp,
): TurnFacts {
  return {
    ...looked,
    message,
    estimated_input_tokens,
    has_images: conversation.has_images,
    has_tool_calls_in_history: conversation.has_tool_calls,
    file_extensions: conversation.file_extensions,
    folder,
    side_effects: new Set(tools.map(({ side_effects }) => side_effects)),
  }
}
