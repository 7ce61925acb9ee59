import type { ImageBlock } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import type { Target } from '../../protocol.ts'

/** A picture as bare base64, which is all that the server takes (wire-rule 87), or the text that stands for another. */
export function picture(image: ImageBlock, message: Message, target: Target): { data?: string; placeholder?: string } {
  const { kind, data } = image.source
  if (kind === 'base64') return { data }
  const reason = kind === 'url' ? 'the server takes no picture by its URL' : 'the file is not available'
  const action = message.metadata.critical ? 'dropped' : 'converted'
  target.project({ message_id: message.id, block_type: 'image', action, reason })
  return { placeholder: `[image omitted: ${reason}]` }
}
