import type { ContentBlock } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'

/** The message with each block replaced by what `change` makes of it; the message itself where nothing changed. */
export function changeContent(message: Message, change: (block: ContentBlock) => ContentBlock | null): Message {
  const content = changeBlocks(message.content, change)
  return content === message.content ? message : { ...message, content }
}

/** `null` takes the block out. */
export function changeBlocks(
  blocks: ContentBlock[],
  change: (block: ContentBlock) => ContentBlock | null,
): ContentBlock[] {
  const changed = blocks.map(change)
  if (changed.every((block, index) => block === blocks[index])) return blocks
  return changed.filter((block) => block !== null)
}
