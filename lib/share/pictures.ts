import { createHash } from 'node:crypto'
import type { ContentBlock, ImageBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { PictureFitter } from '../media/picture-fitter.ts'
import { UnfitPictureError } from '../media/read-picture.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { ShareFile } from '../store/share-store.ts'
import { ShareTooLargeError } from './refused.ts'

/** As a page shows them. One kind alone, so that nearly all are encoded anew: nothing is left that stood beside the pixels. */
const LIMITS = {
  media_types: ['image/webp'],
  max_base64_bytes: 3_000_000,
  max_side_pixels: 2_048,
  takes_animation: true,
}

/** Of one share. */
const MOST_BYTES = 60_000_000

interface Deps {
  attachments: Pick<AttachmentStore, 'get'>
  pictures: PictureFitter
}

/**
 * The pictures of messages as a share has them, by the `data` of their sources; without those that cannot be read. Throws
 * `ShareTooLargeError`.
 */
export async function picturesOf(
  messages: readonly Message[],
  { attachments, pictures }: Deps,
): Promise<Map<string, ShareFile>> {
  const made = new Map<string, ShareFile>()
  let bytes = 0
  for (const { source } of messages.flatMap(({ content }) => imagesIn(content))) {
    if (made.has(source.data)) continue
    const original =
      source.kind === 'base64' ? Buffer.from(source.data, 'base64') : (await attachments.get(source.data))?.bytes
    const file = original && (await fileOf(original, pictures))
    if (!file) continue
    bytes += file.bytes.byteLength
    if (bytes > MOST_BYTES) throw new ShareTooLargeError(MOST_BYTES)
    made.set(source.data, file)
  }
  return made
}

async function fileOf(original: Uint8Array, pictures: PictureFitter): Promise<ShareFile | null> {
  try {
    const { bytes, media_type } = await pictures.fit(original, LIMITS)
    return { hash: createHash('sha256').update(bytes).digest('hex'), media_type, bytes }
  } catch (error) {
    if (error instanceof UnfitPictureError) return null
    throw error
  }
}

function imagesIn(content: readonly ContentBlock[]): ImageBlock[] {
  return content.flatMap((block) => {
    if (block.type === 'image') return [block]
    return block.type === 'tool_result' ? imagesIn(block.content) : []
  })
}
