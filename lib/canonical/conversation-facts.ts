import { assertNever } from '../assert-never.ts'
import { type ContentBlock, isKnownBlock } from './block.ts'
import type { Message } from './message.ts'
import type { Role } from './role.ts'

/** What a conversation holds, as far as it matters to which model can or shall answer in it. */
export interface ConversationFacts {
  /** Those inside tool results included. */
  readonly has_images: boolean
  readonly has_tool_calls: boolean
  /** A message of the role `system` says something. */
  readonly has_instructions: boolean
  /** Of its files, in small letters and without the point. */
  readonly file_extensions: ReadonlySet<string>
}

export const EMPTY_CONVERSATION: ConversationFacts = {
  has_images: false,
  has_tool_calls: false,
  has_instructions: false,
  file_extensions: new Set(),
}

export function conversationFacts(messages: readonly Pick<Message, 'role' | 'content'>[]): ConversationFacts {
  return messages.reduce(foldConversation, EMPTY_CONVERSATION)
}

/** With one more message at its end; the same value where that changes nothing. */
export function foldConversation(
  facts: ConversationFacts,
  { role, content }: { role: Role; content: readonly ContentBlock[] },
): ConversationFacts {
  return content.reduce((before, block) => withBlock(before, block, role), facts)
}

function withBlock(facts: ConversationFacts, block: ContentBlock, role: Role): ConversationFacts {
  if (!isKnownBlock(block)) return facts
  switch (block.type) {
    case 'image':
      return facts.has_images ? facts : { ...facts, has_images: true }
    case 'document':
      return withFile(facts, block.name)
    case 'tool_use':
    case 'hosted_tool':
      return facts.has_tool_calls ? facts : { ...facts, has_tool_calls: true }
    case 'tool_result':
      return block.content.reduce((before, inner) => withBlock(before, inner, role), facts)
    case 'text':
      return role !== 'system' || facts.has_instructions || block.text.trim() === ''
        ? facts
        : { ...facts, has_instructions: true }
    case 'thinking':
    case 'redacted_thinking':
      return facts
    default:
      return assertNever(block)
  }
}

function withFile(facts: ConversationFacts, name: string): ConversationFacts {
  const extension = /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined || facts.file_extensions.has(extension)) return facts
  return { ...facts, file_extensions: new Set([...facts.file_extensions, extension]) }
}

/** Pictures in the content, those inside tool results included. */
export function countImages(content: readonly ContentBlock[]): number {
  return content.reduce((count, block) => {
    if (!isKnownBlock(block)) return count
    if (block.type === 'tool_result') return count + countImages(block.content)
    return block.type === 'image' ? count + 1 : count
  }, 0)
}
