import { textOf } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { markedSystem } from '../../history/marked-system.ts'
import type { CleanHistory } from '../../history/repair.ts'
import { storedContent } from '../../history/stored-content.ts'
import type { Target } from '../../protocol.ts'
import { assistantContent } from './assistant-content.ts'
import { wireToolId } from './tool-name.ts'
import { textBlock, userBlock, withoutSoleBlankText } from './user-content.ts'
import type { WireBlock, WireMessage } from './wire.ts'

/** Stands in where the wire wants a user to speak and nobody did, or said only spaces: blank text is refused. */
const SILENCE = '(empty message)'

/**
 * Alternating turns, a user first (wire-rules 31, 32): TOOL messages and late SYSTEM messages speak as the user, and all
 * results of parallel calls stand together at the head of one turn (wire-rules 24, 25).
 */
export function conversation(history: CleanHistory, stored: readonly Message[], target: Target): WireMessage[] {
  const context = {
    target,
    wireId: (id: string) => wireToolId(history.wireId(id)),
    stored: storedContent(stored),
  }
  const turns: WireMessage[] = []
  const add = (role: WireMessage['role'], content: WireBlock[]) => {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  for (const message of history.messages) {
    if (message.role === 'assistant') {
      const content = assistantContent(message, context)
      if (content.length > 0) add('assistant', content)
    } else if (message.role === 'system') {
      target.project({
        message_id: message.id,
        block_type: 'text',
        action: 'converted',
        reason: 'a system message inside the conversation is sent as marked user text',
      })
      add('user', [textBlock(markedSystem(textOf(message.content)))])
    } else {
      add(
        'user',
        message.content.flatMap((block) => userBlock(block, context.wireId) ?? []),
      )
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [] })
  return turns.map((turn) => (turn.role === 'user' ? userTurn(turn.content) : turn))
}

function userTurn(blocks: WireBlock[]): WireMessage {
  const spoken = withoutSoleBlankText(blocks)
  const isResult = (block: WireBlock) => block.type === 'tool_result'
  const content = [...spoken.filter(isResult), ...spoken.filter((block) => !isResult(block))]
  return { role: 'user', content: content.length > 0 ? content : [textBlock(SILENCE)] }
}
