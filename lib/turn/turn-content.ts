import type { BlockTypeOf, ContentBlock } from '../canonical/block.ts'
import { readPicture } from '../media/picture.ts'
import { PICTURE_LIMIT, storePicture, UnsupportedMediaError } from '../media/store-picture.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import { InvalidContentError } from './turn-error.ts'

/** Everything else that is said in one turn. */
export const TEXT_LIMIT = 1_000_000

/** Of a request that says something: base64 is a third longer than what it holds. */
export const TURN_BODY_LIMIT = TEXT_LIMIT + Math.ceil((PICTURE_LIMIT * 4) / 3)

export class ContentTooLargeError extends Error {
  override readonly name = 'ContentTooLargeError'
  readonly limit: number
  constructor(what: string, limit: number) {
    super(`${what} larger than the ${limit / 1_000_000} MB allowed`)
    this.limit = limit
  }
}

/** What a person may say. */
export type SaidBlock = Extract<ContentBlock, { type: BlockTypeOf<'user'> }>

/**
 * Checks the content of a turn. What it returns stores each picture and document once, by its content, and gives the content with
 * `file_ref`s in their place (design §3.3): nothing is stored of a turn that is refused for another reason.
 */
export async function checkContent(
  content: readonly SaidBlock[],
  attachments: AttachmentStore,
): Promise<() => Promise<ContentBlock[]>> {
  let fileBytes = 0
  let textBytes = 0
  const decoded = new Map<SaidBlock, Uint8Array>()
  for (const [index, block] of content.entries()) {
    if (block.type === 'text') {
      textBytes += Buffer.byteLength(block.text)
      continue
    }
    const { source } = block
    if (source.kind === 'url') textBytes += Buffer.byteLength(source.data)
    const path = `content.${index}.source.data`
    if (source.kind === 'base64') {
      const bytes = Buffer.from(source.data, 'base64')
      fileBytes += bytes.byteLength
      if (block.type === 'image' && !readPicture(bytes)) throw new UnsupportedMediaError(path)
      decoded.set(block, bytes)
    } else if (source.kind === 'file_ref' && !(await attachments.has(source.data))) {
      throw new InvalidContentError([{ path, problem: 'no such upload' }])
    }
  }
  if (textBytes > TEXT_LIMIT) throw new ContentTooLargeError('text and addresses together are', TEXT_LIMIT)
  if (fileBytes > PICTURE_LIMIT) throw new ContentTooLargeError('the pictures and files together are', PICTURE_LIMIT)
  return () =>
    Promise.all(
      content.map(async (block) => {
        const bytes = decoded.get(block)
        if (!bytes) return block
        if (block.type === 'document') {
          const { data } = await attachments.put(bytes, block.media_type)
          return { ...block, source: { kind: 'file_ref', data } }
        }
        const { data, media_type } = await storePicture(bytes, attachments)
        return { type: 'image', source: { kind: 'file_ref', data }, media_type }
      }),
    )
}
