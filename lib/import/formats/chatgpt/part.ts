import type { ContentBlock } from '../../../canonical/block.ts'
import { lost, memberBlock, missingFile } from '../reading/block.ts'
import type { Losses } from '../reading/losses.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf } from '../reading/value.ts'
import { type AssetFinder, pointedId } from './asset.ts'

/** What the parts of a message are read with. */
export interface PartContext {
  metadata: Fields
  assets: AssetFinder
  losses: Losses
  /** The words of whoever speaks, as a block. */
  words: (text: string) => ContentBlock
}

/** All parts in order: their number and kinds are whatever the product had that day. */
export function partBlocks(parts: unknown, context: PartContext): ContentBlock[] {
  return listOf(parts).flatMap((part) => partBlock(part, context) ?? [])
}

function partBlock(part: unknown, context: PartContext): ContentBlock | null {
  if (part === null) return null
  if (typeof part === 'string') return wordsBlock(part, context)
  const { content_type, text } = fieldsOf(part)
  switch (content_type) {
    case 'text':
    case 'audio_transcription':
      return wordsBlock(text, context)
    case 'image_asset_pointer':
      return pictureBlock(part, context)
    case 'audio_asset_pointer':
      context.losses.add('audio')
      return null
    case 'real_time_user_audio_video_asset_pointer': {
      const { video_container_asset_pointer, frames_asset_pointers } = fieldsOf(part)
      const hasVideo = video_container_asset_pointer != null || listOf(frames_asset_pointers).length > 0
      context.losses.add(hasVideo ? 'video' : 'audio')
      return null
    }
    default:
      return lost('chatgpt', part, context.losses)
  }
}

function wordsBlock(value: unknown, { words }: PartContext): ContentBlock | null {
  const text = textOf(value)
  return text.trim() === '' ? null : words(text)
}

/** A picture that was uploaded or made, by what points at it. */
export function pictureBlock(value: unknown, { assets, losses, metadata }: Omit<PartContext, 'words'>): ContentBlock {
  const { asset_pointer } = fieldsOf(value)
  const id = pointedId(asset_pointer)
  const attachment = listOf(metadata.attachments)
    .map(fieldsOf)
    .find((each) => each.id === id)
  const asset = assets(id)
  if (asset === null) return missingFile('chatgpt', attachment?.name, value, losses)
  const media_type = nameOf(attachment?.mime_type) ?? asset.media_type
  return memberBlock(asset.member, { name: nameOf(attachment?.name) ?? asset.name, media_type, isPicture: true })
}

/** The files that were uploaded with a message, but for pictures that stand in it. */
export function attachmentBlocks(shown: unknown, { metadata, assets, losses }: PartContext): ContentBlock[] {
  const seen = new Set(listOf(shown).map((part) => pointedId(fieldsOf(part).asset_pointer)))
  return listOf(metadata.attachments).flatMap((attachment) => {
    const { id, name, mime_type } = fieldsOf(attachment)
    if (seen.has(textOf(id))) return []
    const asset = assets(pointedId(id))
    const media_type = nameOf(mime_type) ?? asset?.media_type ?? ''
    const [, recorded] = /^(audio|video)\//.exec(media_type) ?? []
    if (recorded) losses.add(recorded as 'audio' | 'video')
    if (recorded) return []
    if (asset === null) return missingFile('chatgpt', name, attachment, losses)
    return memberBlock(asset.member, { name: nameOf(name) ?? asset.name, media_type })
  })
}
