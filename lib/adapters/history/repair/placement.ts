import type { BlockType, ContentBlock } from '../../../canonical/block.ts'
import { isKnownBlock } from '../../../canonical/block.ts'
import type { Role } from '../../../canonical/message.ts'
import { changeBlocks, changeContent } from './content.ts'
import type { Pass } from './pass.ts'

const ALLOWED: Record<Role, readonly BlockType[]> = {
  user: ['text', 'image', 'tool_result'],
  assistant: ['text', 'image', 'tool_use', 'thinking', 'redacted_thinking'],
  tool: ['tool_result'],
  system: ['text'],
}

/** A result may hold what a user may say. */
const IN_RESULT: readonly BlockType[] = ['text', 'image']

/** Takes out blocks of unknown types (canonical-message-format §10.3) and blocks that the role cannot hold (§5.1.3). */
export const dropMisplaced: Pass = (messages, { target }) =>
  messages.map((message) => {
    const dropped = (block: ContentBlock, reason: string): null => {
      target.project({ message_id: message.id, block_type: block.type, action: 'dropped', reason })
      return null
    }
    const keep = (block: ContentBlock, allowed: readonly BlockType[], holder: string) => {
      if (!isKnownBlock(block)) return dropped(block, 'a block type that this version does not know')
      return allowed.includes(block.type) ? block : dropped(block, `a ${holder} cannot hold it`)
    }
    return changeContent(message, (block) => {
      const kept = keep(block, ALLOWED[message.role], `${message.role} message`)
      if (kept?.type !== 'tool_result') return kept
      const content = changeBlocks(kept.content, (inner) => keep(inner, IN_RESULT, 'tool result'))
      return content === kept.content ? kept : { ...kept, content }
    })
  })
