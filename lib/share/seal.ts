import type { ContentBlock, ImageBlock } from '../canonical/block.ts'
import { messageHash } from '../canonical/hash.ts'
import { newId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import { publicMessage } from '../canonical/public-message.ts'
import { sessionHash } from '../canonical/session-hash.ts'
import { copyPath } from '../session/fork.ts'
import type { ShareFile } from '../store/share-store.ts'
import type { ShareDraft } from './draft.ts'
import { hiddenBlock, ShareSnapshot } from './snapshot.ts'

/**
 * Makes a share of what it would show: under ids that no chat has, with the pictures that were made for it. `pictures` has
 * them by the `data` of their source; one that is not there is not shown. Throws where anything else has got in.
 */
export function sealed(
  { title, system_prompt, messages, costs }: ShareDraft,
  { pictures, shared_at }: { pictures: ReadonlyMap<string, Pick<ShareFile, 'hash' | 'media_type'>>; shared_at: string },
): ShareSnapshot {
  const session_id = newId()
  const copied = copyPath(messages, [], session_id)?.messages ?? []
  const shown = ({ type, source }: ImageBlock): ImageBlock | null => {
    const file = pictures.get(source.data)
    return file ? { type, source: { kind: 'file_ref', data: `share/${file.hash}` }, media_type: file.media_type } : null
  }
  const placed = copied.map(({ message, parent_id }) => ({ message: withPictures(message, shown), parent_id }))
  return ShareSnapshot.parse({
    version: 1,
    title,
    shared_at,
    messages: placed.map(publicMessage),
    ...(system_prompt !== null && { system_prompt }),
    ...(costs && { costs }),
    hash: hashOf(placed),
  })
}

/** Whether a snapshot still says what it said when it was made. */
export function isIntact({ messages, hash }: ShareSnapshot): boolean {
  return hashOf(messages.map(({ parent_id, ...message }) => ({ message: message as Message, parent_id }))) === hash
}

function hashOf(placed: readonly { message: Message; parent_id: string | null }[]): string {
  return sessionHash(
    placed.map(({ message, parent_id }) => ({ id: message.id, parent_id, hash: messageHash(message) })),
  )
}

/** `shown`: what stands in the place of a picture; null leaves it out. */
export function withPictures(message: Message, shown: (picture: ImageBlock) => ImageBlock | null): Message {
  const place = (block: ContentBlock): ContentBlock => {
    if (block.type === 'tool_result') return { ...block, content: block.content.map(place) }
    return block.type === 'image' ? (shown(block) ?? hiddenBlock) : block
  }
  return { ...message, content: message.content.map(place) }
}
