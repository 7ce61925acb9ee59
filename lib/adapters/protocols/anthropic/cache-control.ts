import type { JsonObject } from '../../../canonical/json.ts'
import type { WireBlock, WireMessage } from './wire.ts'

const EPHEMERAL: JsonObject = { type: 'ephemeral' }

/**
 * Three of the four break points that a request may have: after the tools, after the system prompt, after the last user
 * turn. A mark may not stand on thinking or empty text (wire-rule 43); no user turn ends in either.
 */
export function markForCaching(system: string, tools: JsonObject[], turns: readonly WireMessage[]) {
  const lastUser = turns.findLastIndex((turn) => turn.role === 'user')
  return {
    system: system === '' ? [] : [marked({ type: 'text', text: system })],
    tools: tools.map((tool, index) => (index === tools.length - 1 ? marked(tool) : tool)),
    messages: turns.map((turn, index) => (index === lastUser ? { ...turn, content: markLast(turn.content) } : turn)),
  }
}

function markLast(blocks: WireBlock[]): WireBlock[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? marked(block) : block))
}

function marked<T extends JsonObject>(value: T): T & { cache_control: JsonObject } {
  return { ...value, cache_control: EPHEMERAL }
}
