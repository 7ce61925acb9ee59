import type { ImageBlock } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import type { Target } from '../../protocol.ts'
import type { ChatDialect } from './dialect.ts'
import type { WirePart } from './wire.ts'

/** A picture as a content part, or the text that stands for one that the host cannot take. */
export function picturePart(image: ImageBlock, message: Message, target: Target, dialect: ChatDialect): WirePart {
  const { kind, data } = image.source
  const url = kind === 'url' ? data : `data:${image.media_type};base64,${data}`
  if (kind === 'base64' || (kind === 'url' && dialect.image_urls)) return { type: 'image_url', image_url: { url } }
  // A file reference has become base64 by now, or a placeholder where its bytes were not there.
  const reason = kind === 'url' ? 'the host takes no picture by its URL' : 'the file is not available'
  const action = message.metadata.critical ? 'dropped' : 'converted'
  target.project({ message_id: message.id, block_type: 'image', action, reason })
  return { type: 'text', text: `[image omitted: ${reason}]` }
}
