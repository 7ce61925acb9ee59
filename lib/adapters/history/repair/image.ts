import { type ContentBlock, FileSourceKind, type ImageBlock } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { sniffImageType } from '../../../media/base64-type.ts'
import { changeBlocks, changeContent } from './content.ts'
import type { Pass, PassContext } from './pass.ts'

/**
 * Pictures as the target takes them: bytes in place of a file reference, the media type that the bytes really have, and
 * a placeholder where the target takes none of it (wire-rule 48, design §3.3 and §3.17).
 */
export const projectImages: Pass = (messages, context) =>
  messages.map((message) => {
    const change = (block: ContentBlock): ContentBlock => {
      if (block.type === 'image') return projectImage(block, message, context)
      if (block.type !== 'tool_result') return block
      const content = changeBlocks(block.content, change)
      return content === block.content ? block : { ...block, content }
    }
    return changeContent(message, change)
  })

function projectImage(image: ImageBlock, message: Message, { request, target }: PassContext): ContentBlock {
  const { supports_images, accepted_image_media_types: accepted } = target.capabilities
  const omit = (reason: string): ContentBlock => {
    // A placeholder is not the picture: for a critical message that is a drop (contract §1 "Critical content").
    const action = message.metadata.critical ? 'dropped' : 'converted'
    target.project({ message_id: message.id, block_type: 'image', action, reason })
    return { type: 'text', text: `[image omitted: ${reason}]` }
  }
  if (!supports_images) return omit('the model does not take images')
  if (!FileSourceKind.safeParse(image.source.kind).success) return omit('its source is of an unknown kind')
  // What a URL leads to is seen by the provider alone (design §3.3).
  if (image.source.kind === 'url') return image

  let data = image.source.data
  if (image.source.kind === 'file_ref') {
    const bytes = request.files?.get(data)
    if (!bytes) return omit('the file is not available')
    data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  }
  const media_type = sniffImageType(data) ?? image.media_type
  if (accepted.length > 0 && !accepted.includes(media_type)) return omit(`the model does not take ${media_type}`)
  if (media_type !== image.media_type) {
    const reason = `the bytes are ${media_type}, not ${image.media_type}`
    target.project({ message_id: message.id, block_type: 'image', action: 'repaired', reason })
  } else if (image.source.kind === 'base64') {
    return image
  }
  return { ...image, source: { kind: 'base64', data }, media_type }
}
