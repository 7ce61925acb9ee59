import { isDeepStrictEqual } from 'node:util'
import type { ContentBlock } from '../canonical/block.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { Message } from '../canonical/message.ts'
import { shortened } from '../shortened.ts'
import { blockTypeOf, refusedPiece } from '../turn/refused-piece.ts'
import { isSetAside, MAY_BE_SET_ASIDE } from '../turn/set-aside.ts'
import { type Asked, type RebuildDeps, rebuilt } from './rebuilt.ts'
import { withoutMarks } from './wire-order.ts'

/** What of a chat a provider does not take. */
export interface RefusedBlock {
  message_id: string
  role: Message['role']
  block_type: string
  /** The beginning of it, where it has words. */
  excerpt: string | null
  /** It can be left out of requests from now on (`set_aside` of the session): then the request is another one. */
  can_be_set_aside: boolean
}

const EXCERPT = 200

/**
 * The block that a provider names by these words as the reason why it refused a request, by making that anew from shorter and
 * shorter beginnings of the chat. Null where it named nothing that is in the request.
 */
export async function refusedBlock(
  deps: RebuildDeps,
  asked: Asked,
  body: JsonObject,
  words: string,
): Promise<RefusedBlock | null> {
  const { path, session, turn } = asked
  const find = refusedPiece(words, body)
  const piece = find?.(body)
  const block_type = blockTypeOf(piece)
  if (!find || piece === undefined || block_type === null) return null
  // At that place of a shorter request may be what asks to go on.
  const refused = withoutMarks(piece)
  const isIn = async (messages: readonly Message[]) => {
    const made = messages.length === 0 ? null : await rebuilt(deps, { ...asked, path: messages })
    const found = made && find(made.body)
    return found !== null && found !== undefined && isDeepStrictEqual(withoutMarks(found), refused)
  }
  const brief = turn.settings.brief === undefined ? null : await deps.standIns.brief(session.id, turn.settings.brief)
  // What is sent in brief is one piece, which only the whole of it is replaced by.
  const covered = brief ? path.findIndex(({ id }) => id === brief.up_to) + 1 : 0
  // The shortest beginning of the chat whose request has that piece ends with the message that it is of.
  let [without, within] = [covered, path.length]
  if (covered > 0 && (await isIn(path.slice(0, covered)))) return null
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2)
    if (await isIn(path.slice(0, middle))) within = middle
    else without = middle
  }
  const message = path[within - 1]
  const block = message && blocksIn(message.content).find(({ type }) => type === block_type)
  if (!message || !block) return null
  const aside = { message_id: message.id, block_type }
  return {
    ...aside,
    role: message.role,
    excerpt: excerptOf(block),
    can_be_set_aside: MAY_BE_SET_ASIDE.has(block_type) && !isSetAside(aside, session.settings),
  }
}

/** Those inside results as well. */
export function blocksIn(content: readonly ContentBlock[]): ContentBlock[] {
  return content.flatMap((block) => (block.type === 'tool_result' ? [block, ...blocksIn(block.content)] : [block]))
}

function excerptOf(block: ContentBlock): string | null {
  if (block.type === 'text') return shortened(block.text, EXCERPT)
  if (block.type === 'thinking') return shortened(block.text, EXCERPT)
  return block.type === 'document' ? block.name : null
}
