import type { ContentBlock } from '../canonical/block.ts'
import { messageHash } from '../canonical/hash.ts'
import { newId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import { publicMessage } from '../canonical/public-message.ts'
import { sessionHash } from '../canonical/session-hash.ts'
import { copyPath } from '../session/fork.ts'
import type { ShareDraft } from './draft.ts'
import { hiddenBlock, ShareSnapshot } from './snapshot.ts'

/** A picture as the share has it. */
export interface SharedPicture {
  /** `share/<sha256>` */
  data: string
  media_type: string
}

/**
 * Makes a share of what it would show: under ids that no chat has, with the pictures that were made for it. `pictures` has
 * them by the `data` of their source; one that is not there is not shown. Throws where anything else has got in.
 */
export function sealed(
  { title, system_prompt, messages, costs }: ShareDraft,
  { pictures, shared_at }: { pictures: ReadonlyMap<string, SharedPicture>; shared_at: string },
): ShareSnapshot {
  const session_id = newId()
  const copied = copyPath(messages, [], session_id)?.messages ?? []
  const placed = copied.map(({ message, parent_id }) => ({ message: withPictures(message, pictures), parent_id }))
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

function withPictures(message: Message, pictures: ReadonlyMap<string, SharedPicture>): Message {
  const place = (block: ContentBlock): ContentBlock => {
    if (block.type === 'tool_result') return { ...block, content: block.content.map(place) }
    if (block.type !== 'image') return block
    const picture = pictures.get(block.source.data)
    if (!picture) return hiddenBlock
    return { type: 'image', source: { kind: 'file_ref', data: picture.data }, media_type: picture.media_type }
  }
  return { ...message, content: message.content.map(place) }
}
