import type { ContentBlock } from '../canonical/block.ts'
import { type Message, withoutProviderRaw } from '../canonical/message.ts'
import type { SessionSettings, SetAside } from '../canonical/session-settings.ts'
import type { StoodIn } from './stood-in.ts'

/** A call cannot go without its result, and a result not without its call. */
export const MAY_BE_SET_ASIDE: ReadonlySet<string> = new Set([
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'text',
])

export function isSetAside({ message_id, block_type }: SetAside, { set_aside = [] }: SessionSettings): boolean {
  return set_aside.some((aside) => aside.message_id === message_id && aside.block_type === block_type)
}

const SET_ASIDE = { action: 'dropped' as const, reason: 'a provider refused it, and it was left out on request' }

/**
 * The messages without the blocks that a provider refused. Thoughts go without a word, since none can stand for them. What an
 * adapter kept of such an answer goes as well: it holds the same block.
 */
export function withoutSetAside(
  messages: readonly Message[],
  settings: SessionSettings,
): { messages: Message[]; changes: StoodIn[] } {
  const changes: StoodIn[] = []
  const left = messages.map((message) => {
    const goes = ({ type }: ContentBlock) => isSetAside({ message_id: message.id, block_type: type }, settings)
    const without = (content: readonly ContentBlock[]): ContentBlock[] =>
      content.flatMap((block) => {
        if (!goes(block)) return [block.type === 'tool_result' ? { ...block, content: without(block.content) } : block]
        changes.push({ message_id: message.id, block_type: block.type, ...SET_ASIDE })
        const isThought = block.type === 'thinking' || block.type === 'redacted_thinking'
        return isThought ? [] : [{ type: 'text' as const, text: `[${block.type} left out: a provider refused it]` }]
      })
    const holds = (content: readonly ContentBlock[]): boolean =>
      content.some((block) => goes(block) || (block.type === 'tool_result' && holds(block.content)))
    if (!settings.set_aside || !holds(message.content)) return message
    return { ...withoutProviderRaw(message), content: without(message.content) }
  })
  return { messages: left, changes }
}
