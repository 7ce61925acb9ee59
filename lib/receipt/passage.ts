import { type ContentBlock, plainText } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import { shortened } from '../shortened.ts'
import type { StoredProjection } from '../store/store.ts'

const LONGEST = 200

/** What became of a block, with its words. */
export interface Passage extends StoredProjection {
  /** Of whom; null for what is of the request itself, or of a message that is not there any more. */
  role: Message['role'] | null
  /** How the block begins as it is stored now; null where nobody can read it. */
  excerpt: string | null
}

/**
 * The records of the requests of one answer, in their order. Each request of it says again what is left out of the same
 * history: that is said once.
 */
export function passagesOf(records: readonly StoredProjection[], messages: readonly Message[]): Passage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const told = new Set<string>()
  /** How many blocks of a type of a message a request has spoken of. */
  const counts = new Map<string, number>()
  return records.flatMap((record) => {
    const { request_id, message_id, block_type, action, reason } = record
    const place = JSON.stringify([request_id, message_id, block_type])
    const nth = counts.get(place) ?? 0
    counts.set(place, nth + 1)
    const said = JSON.stringify([message_id, block_type, action, reason, nth])
    if (told.has(said)) return []
    told.add(said)
    const message = byId.get(message_id)
    return [{ ...record, role: message?.role ?? null, excerpt: message ? excerptOf(message, block_type, nth) : null }]
  })
}

/** Records come in the order of the blocks; the last block stands for records beyond them. */
function excerptOf({ content }: Message, block_type: string, nth: number): string | null {
  const blocks = content.filter(({ type }) => type === block_type)
  const block = blocks[Math.min(nth, blocks.length - 1)]
  const words = shortened((block ? wordsOf(block) : plainText(content)).replace(/\s+/g, ' ').trim(), LONGEST)
  return words === '' ? null : words
}

function wordsOf(block: ContentBlock): string {
  switch (block.type) {
    case 'thinking':
      return block.text
    case 'tool_use':
      return `${block.name} ${block.raw_input ?? JSON.stringify(block.input)}`
    case 'tool_result':
      return plainText(block.content)
    case 'document':
      return block.name ?? block.media_type
    case 'image':
      return block.media_type
    default:
      return plainText([block])
  }
}
