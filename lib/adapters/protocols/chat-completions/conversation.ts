import { assertNever } from '../../../assert-never.ts'
import type { ImageBlock } from '../../../canonical/block.ts'
import { isBlockOf, textOf } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { markedSystem } from '../../history/marked-system.ts'
import { wireToolName } from '../../history/openai-tool-name.ts'
import type { CleanHistory } from '../../history/repair.ts'
import { toolResultText } from '../../history/tool-result-text.ts'
import type { Target } from '../../protocol.ts'
import { type AssistantContext, assistantMessage } from './assistant-message.ts'
import type { ChatDialect } from './dialect.ts'
import { documentPart } from './document.ts'
import { picturePart } from './picture.ts'
import { wireToolId } from './tool-id.ts'
import { say } from './turn.ts'
import type { WireMessage, WirePart } from './wire.ts'

/** Between tool results and what the user says next, for hosts that want the assistant to speak first (wire-rule 74). */
const ACKNOWLEDGED = 'I have the tool results.'

/** The messages of the conversation after its opening, the system prompt, in order (wire-rules 57 to 61). */
export function conversation(
  opening: readonly WireMessage[],
  history: CleanHistory,
  target: Target,
  dialect: ChatDialect,
  hasTools: boolean,
): WireMessage[] {
  const messages = [...opening]
  const waiting: { image: ImageBlock; message: Message }[] = []
  const names = new Map<string, string>()
  const context: AssistantContext = {
    target,
    dialect,
    hasTools,
    wireId: (id) => wireToolId(history.wireId(id), dialect.tool_id),
  }

  const add = (message: WireMessage) => {
    if (message.role === 'user' && messages.at(-1)?.role === 'tool' && dialect.assistant_after_tools) {
      say(messages, { role: 'assistant', content: ACKNOWLEDGED })
    }
    say(messages, message)
  }
  const showPictures = () => {
    if (waiting.length === 0) return
    const parts = waiting.map(({ image, message }) => picturePart(image, message, target, dialect))
    waiting.length = 0
    const caption = `[${parts.length === 1 ? 'Picture' : `Pictures 1 to ${parts.length}`} from the messages above]`
    add({ role: 'user', content: [{ type: 'text', text: caption }, ...parts] })
  }
  const putOff = (images: readonly ImageBlock[], message: Message) => {
    for (const image of images) {
      const reason = `a picture in a ${message.role} message is sent in a user message after it`
      target.project({ message_id: message.id, block_type: 'image', action: 'converted', reason })
      waiting.push({ image, message })
    }
  }

  for (const message of history.messages) {
    if (message.role !== 'tool') showPictures()
    switch (message.role) {
      case 'user':
        add({ role: 'user', content: userContent(message, target, dialect) })
        break
      case 'assistant': {
        for (const call of message.content.filter(isBlockOf('tool_use'))) names.set(call.id, call.name)
        const { wire, pictures } = assistantMessage(message, context)
        if (wire) add(wire)
        putOff(pictures, message)
        break
      }
      case 'tool':
        for (const result of message.content.filter(isBlockOf('tool_result'))) {
          const { text, pictures } = toolResultText(result, waiting.length + 1)
          const name = names.get(result.tool_use_id)
          add({
            role: 'tool',
            tool_call_id: context.wireId(result.tool_use_id),
            ...(dialect.tool_result_name && name !== undefined ? { name: wireToolName(name) } : {}),
            content: text,
          })
          putOff(pictures, message)
        }
        break
      case 'system':
        if (textOf(message.content).trim() !== '') add(lateSystem(message, target, dialect))
        break
      default:
        assertNever(message.role)
    }
  }
  // Calls whose results are still to come must be followed by them.
  if (messages.at(-1)?.tool_calls === undefined) showPictures()
  return messages
}

/** A plain string where there is only text: every host takes one, and not all take parts. */
function userContent(message: Message, target: Target, dialect: ChatDialect): string | WirePart[] {
  const parts = message.content.flatMap((block): WirePart[] => {
    switch (block.type) {
      case 'text':
        return [{ type: 'text', text: block.text }]
      case 'image':
        return [picturePart(block, message, target, dialect)]
      case 'document':
        return [documentPart(block, dialect)]
      case 'tool_use':
      case 'tool_result':
      case 'thinking':
      case 'redacted_thinking':
      case 'hosted_tool':
        // Clean history has none here.
        return []
      default:
        return assertNever(block)
    }
  })
  return parts.every(({ type }) => type === 'text') ? parts.map(({ text }) => String(text)).join('\n\n') : parts
}

/** A later system message stays where it is: hoisting it would rewrite the cached prefix (design §3.12). */
function lateSystem(message: Message, target: Target, dialect: ChatDialect): WireMessage {
  const text = textOf(message.content)
  if (dialect.system_role !== 'user' && target.capabilities.supports_system_messages_in_list) {
    return { role: dialect.system_role, content: text }
  }
  const reason = 'a system message inside the conversation is sent as marked user text'
  target.project({ message_id: message.id, block_type: 'text', action: 'converted', reason })
  return { role: 'user', content: markedSystem(text) }
}
