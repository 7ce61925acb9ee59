import { assertNever } from '../../../assert-never.ts'
import { type ContentBlock, isBlockOf } from '../../../canonical/block.ts'
import type { Role } from '../../../canonical/role.ts'
import type { ImportedMessage } from '../../imported-chat.ts'
import { callBlock, resultBlock } from './block.ts'

/** A message that is still to get its place. */
export type Piece = Pick<ImportedMessage, 'role' | 'content' | 'model' | 'status' | 'stop_reason' | 'error'>

/** What a message says beside its content. */
export type Said = Omit<Piece, 'role' | 'content'>

/** Of a picture that an answer holds as if it had been said: some tool has made it, and nothing else may show one. */
const PICTURE_TOOL = 'image_generation'

/**
 * An answer as other products keep it, one list of words, calls, their results and pictures: as the messages that it is here. The
 * result of a call is a TOOL message, and what was said after it is a message of its own. A result that has no call gets one, so
 * that it is seen; `id` makes the ids of such calls.
 */
export function answerPieces(id: string, blocks: readonly ContentBlock[], said: Said = {}): Piece[] {
  const pieces: Piece[] = []
  const calls = new Set<string>()
  const say = (block: ContentBlock) => {
    const last = pieces.at(-1)
    if (last?.role === 'assistant') last.content.push(block)
    else pieces.push({ role: 'assistant', content: [block], ...said })
    if (block.type === 'tool_use') calls.add(block.id)
  }
  const answer = (block: ContentBlock) => pieces.push({ role: 'tool', content: [block] })
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      if (!calls.has(block.tool_use_id)) say(callBlock(block.tool_use_id, null, {}))
      answer(block)
    } else if (block.type === 'image' || block.type === 'document') {
      const made = `${id}:picture:${calls.size}`
      say(callBlock(made, PICTURE_TOOL, {}))
      answer(resultBlock(made, [block]))
    } else say(block)
  }
  // How it ended is said of the end: what comes before has ended well.
  for (const piece of pieces.slice(0, -1)) {
    delete piece.status
    delete piece.stop_reason
    delete piece.error
  }
  return pieces
}

/** What one node says, whoever said it. Nothing is no message, but for an answer that ended badly. */
export function piecesOf(id: string, role: Role, content: readonly ContentBlock[], said: Said = {}): Piece[] {
  switch (role) {
    case 'assistant': {
      const isFailed = said.status !== undefined && content.length === 0
      return isFailed ? [{ role, content: [], ...said }] : answerPieces(id, content, said)
    }
    case 'system': {
      const words = content.filter(isBlockOf('text'))
      return words.length > 0 ? [{ role, content: words }] : []
    }
    case 'tool':
      return content.filter(isBlockOf('tool_result')).map((block) => ({ role, content: [block] }))
    case 'user':
      return content.length > 0 ? [{ role, content: [...content] }] : []
    default:
      return assertNever(role)
  }
}
