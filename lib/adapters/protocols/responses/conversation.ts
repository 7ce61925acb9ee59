import { assertNever } from '../../../assert-never.ts'
import type { ImageBlock } from '../../../canonical/block.ts'
import { isBlockOf, textOf } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { markedSystem } from '../../history/marked-system.ts'
import type { CleanHistory } from '../../history/repair.ts'
import { storedContent } from '../../history/stored-content.ts'
import type { Target } from '../../protocol.ts'
import { type AssistantContext, assistantItems } from './assistant-items.ts'
import { picturePart, textPart, toolOutput, userParts } from './input-part.ts'
import { wireCallId } from './item-id.ts'
import type { WireItem } from './wire.ts'

/** The items of the conversation after the instructions, in order. */
export function conversation(history: CleanHistory, stored: readonly Message[], target: Target): WireItem[] {
  const items: WireItem[] = []
  const waiting: ImageBlock[] = []
  const context: AssistantContext = {
    target,
    wireId: (id) => wireCallId(history.wireId(id)),
    stored: storedContent(stored),
    customCalls: new Set(),
    itemIds: new Map(),
  }

  /** Pictures that an assistant made: as the user's, after all results of the batch (wire-rule 68). */
  const showPictures = () => {
    if (waiting.length === 0) return
    const caption = textPart(`[${waiting.length === 1 ? 'Picture' : 'Pictures'} from the answer above]`)
    items.push(said('user', [caption, ...waiting.splice(0).map(picturePart)]))
  }

  for (const message of history.messages) {
    if (message.role !== 'tool') showPictures()
    switch (message.role) {
      case 'user':
        items.push(said('user', userParts(message.content)))
        break
      case 'assistant': {
        const answer = assistantItems(message, context)
        items.push(...answer.items)
        for (const picture of answer.pictures) {
          const reason = 'a picture in an answer is sent in a user message after it'
          target.project({ message_id: message.id, block_type: 'image', action: 'converted', reason })
          waiting.push(picture)
        }
        break
      }
      case 'tool':
        for (const result of message.content.filter(isBlockOf('tool_result'))) {
          const kind = context.customCalls.has(result.tool_use_id) ? 'custom_tool_call' : 'function_call'
          items.push({
            type: `${kind}_output`,
            call_id: context.wireId(result.tool_use_id),
            output: toolOutput(result),
          })
        }
        break
      case 'system':
        if (textOf(message.content).trim() !== '') items.push(lateSystem(message, target))
        break
      default:
        assertNever(message.role)
    }
  }
  // Calls whose results are still to come must be followed by them.
  if (!awaitsResults(items)) showPictures()
  return items
}

function said(role: 'user' | 'developer' | 'system', content: WireItem[]): WireItem {
  return { type: 'message', role, content }
}

/** A later system message stays where it is: hoisting it would rewrite the cached prefix (design §3.12). */
function lateSystem(message: Message, target: Target): WireItem {
  const text = textOf(message.content)
  if (target.capabilities.supports_system_messages_in_list) {
    return said(target.options.system_role === 'system' ? 'system' : 'developer', [textPart(text)])
  }
  const reason = 'a system message inside the conversation is sent as marked user text'
  target.project({ message_id: message.id, block_type: 'text', action: 'converted', reason })
  return said('user', [textPart(markedSystem(text))])
}

function awaitsResults(items: readonly WireItem[]): boolean {
  const answered = new Set(items.filter(({ type }) => type.endsWith('_output')).map(({ call_id }) => call_id))
  return items.some(({ type, call_id }) => type.endsWith('_call') && call_id !== undefined && !answered.has(call_id))
}
