import type { BlockType, ContentBlock } from '../../../canonical/block.ts'
import { BLOCKS, isKnownBlock } from '../../../canonical/block.ts'
import type { Role } from '../../../canonical/role.ts'
import { changeBlocks, changeContent } from './content.ts'
import type { Pass } from './pass.ts'

/** Wider than what may be stored: what other systems and later versions put there has a place on the wire as well. */
const PLACES = {
  text: ['user', 'assistant', 'system'],
  image: ['user', 'assistant'],
  // No model writes one.
  document: ['user'],
  tool_use: ['assistant'],
  tool_result: ['user', 'tool'],
  thinking: ['assistant'],
  redacted_thinking: ['assistant'],
  hosted_tool: ['assistant'],
} satisfies Record<BlockType, readonly Role[]>

/** Takes out blocks of unknown types (canonical-message-format §10.3) and blocks that the role cannot hold (§5.1.3). */
export const dropMisplaced: Pass = (messages, { target }) =>
  messages.map((message) => {
    const dropped = (block: ContentBlock, reason: string): null => {
      target.project({ message_id: message.id, block_type: block.type, action: 'dropped', reason })
      return null
    }
    const keep = (block: ContentBlock, isAllowed: (type: BlockType) => boolean, holder: string) => {
      if (!isKnownBlock(block)) return dropped(block, 'a block type that this version does not know')
      return isAllowed(block.type) ? block : dropped(block, `a ${holder} cannot hold it`)
    }
    const hasPlace = (type: BlockType) => (PLACES[type] as readonly Role[]).includes(message.role)
    return changeContent(message, (block) => {
      const kept = keep(block, hasPlace, `${message.role} message`)
      if (kept?.type !== 'tool_result') return kept
      const content = changeBlocks(kept.content, (inner) =>
        keep(inner, (type) => BLOCKS[type].in_result, 'tool result'),
      )
      return content === kept.content ? kept : { ...kept, content }
    })
  })
