import type { JsonObject } from '../../../canonical/json.ts'
import { type CacheMark, cacheLifetime, conversationLifetime } from '../../history/cache-mark.ts'
import type { Protocol, Target } from '../../protocol.ts'
import type { WireBlock, WireMessage } from './wire.ts'

/** How far before the mark before it the spare one stands: a mark finds what was cached up to 20 positions before it. */
const SPARE_DISTANCE = 15

export const asksToKeep: NonNullable<Protocol['asksToKeep']> = ({ capabilities, options }) =>
  capabilities.supports_prompt_caching && options.prompt_caching !== false ? conversationLifetime(options) : null

/**
 * The four break points that a request may have (wire-rule 222): after the system prompt, which covers the tools; after the
 * last user turn; after the one before it, where the request before this one ended; and after the turn with which this model
 * was asked last, if another one answered since, or else some way back in a long tool loop (wire-rule 217). What was cached
 * once is so found again after a regenerated answer, a branch and a change of model there and back. A mark may not stand on
 * thinking or empty text (wire-rule 43); no user turn ends in either.
 */
export function markForCaching(system: string, tools: JsonObject[], turns: readonly WireMessage[], target: Target) {
  const lifetime = cacheLifetime(target.options)
  const ends = turnsToMark(turns)
  return {
    system: system === '' ? [] : [marked({ type: 'text', text: system }, lifetime.opening)],
    tools:
      system === ''
        ? tools.map((tool, at) => (at === tools.length - 1 ? marked(tool, lifetime.opening) : tool))
        : tools,
    messages: turns.map((turn, index) =>
      ends.has(index) ? { ...turn, content: markLast(turn.content, lifetime.conversation) } : turn,
    ),
  }
}

/** At most three of them. */
function turnsToMark(turns: readonly WireMessage[]): Set<number> {
  const endsOfUser = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const [before, last] = [endsOfUser.at(-2), endsOfUser.at(-1)]
  const ownAnswer = turns.findLastIndex(({ isOwn }) => isOwn === true)
  const own = endsOfUser.findLast((index) => index < ownAnswer)
  const isElsewhere = own !== undefined && own !== before && own !== last
  const spare = isElsewhere ? own : endsOfUser.findLast((index) => isFarBefore(turns, index, before ?? 0))
  return new Set([last, before, spare].filter((index) => index !== undefined))
}

function isFarBefore(turns: readonly WireMessage[], index: number, mark: number): boolean {
  const between = turns.slice(index + 1, mark + 1)
  return between.reduce((count, { content }) => count + positions(content), 0) >= SPARE_DISTANCE
}

/** As the host counts them: calls that stand together are one, and so are results (wire-rule 217). */
function positions(content: readonly WireBlock[]): number {
  const isRun = (type: string, at: number) =>
    (type === 'tool_use' || type === 'tool_result') && content[at - 1]?.type === type
  return content.filter(({ type }, at) => !isRun(type, at)).length
}

function markLast(blocks: WireBlock[], mark: CacheMark): WireBlock[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? marked(block, mark) : block))
}

function marked<T extends JsonObject>(value: T, mark: CacheMark): T & { cache_control: JsonObject } {
  return { ...value, cache_control: mark }
}
