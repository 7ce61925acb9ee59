import { isJsonObject } from '../../canonical/json.ts'
import { ownRaw } from '../producer.ts'
import type { Pass } from './pass.ts'

/**
 * Reports the blocks that only the producer of an answer understands (server-side tools, their results): they stand
 * beside the content in `provider_raw.blocks`, and no other target gets them (design §3.20). The text around them stays.
 * One whose words stand in thinking blocks is marked as `thinking` and reported with those.
 */
export const reportProviderBlocks: Pass = (messages, { target }) => {
  for (const message of messages) {
    const blocks = message.metadata.provider_raw?.blocks
    if (!Array.isArray(blocks) || ownRaw(message, target) !== null) continue
    for (const placed of blocks) {
      if (!isJsonObject(placed) || placed.thinking === true) continue
      const { block } = placed
      if (!isJsonObject(block) || typeof block.type !== 'string') continue
      const reason = `only ${message.metadata.model ?? 'the model that made it'} understands it`
      target.project({ message_id: message.id, block_type: block.type, action: 'dropped', reason })
    }
  }
  return [...messages]
}
