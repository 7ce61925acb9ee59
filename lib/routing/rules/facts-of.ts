import { type ContentBlock, isKnownBlock, textOf } from '../../canonical/block.ts'
import type { Message } from '../../canonical/message.ts'
import type { ToolDefinition } from '../../canonical/tool.ts'
import { countImages } from '../need.ts'
import type { TurnFacts } from './turn-facts.ts'

/** Facts that are not in the conversation. */
export type LookedUp = Pick<TurnFacts, 'now' | 'cost_today_usd' | 'team_budget_remaining_usd'>

export interface TurnToRoute {
  /** The active path with the new USER message, which is the last; without what only chose a model. */
  messages: readonly Message[]
  folder: string | null
  tools: readonly ToolDefinition[]
  estimated_input_tokens: number
}

export function factsOf({ messages, folder, tools, estimated_input_tokens }: TurnToRoute, looked: LookedUp): TurnFacts {
  return {
    ...looked,
    message: textOf(messages.at(-1)?.content ?? []),
    estimated_input_tokens,
    has_images: messages.some(({ content }) => countImages(content) > 0),
    has_tool_calls_in_history: messages.some(({ content }) => content.some(isCall)),
    file_extensions: new Set(messages.flatMap(({ content }) => endingsIn(content))),
    folder,
    side_effects: new Set(tools.map(({ side_effects }) => side_effects)),
  }
}

const isCall = ({ type }: ContentBlock) => type === 'tool_use' || type === 'hosted_tool'

function endingsIn(content: readonly ContentBlock[]): string[] {
  return content.flatMap((block) => {
    if (!isKnownBlock(block)) return []
    if (block.type === 'tool_result') return endingsIn(block.content)
    const ending = block.type === 'document' ? /\.([A-Za-z0-9]{1,16})$/.exec(block.name)?.[1] : undefined
    return ending === undefined ? [] : [ending.toLowerCase()]
  })
}
