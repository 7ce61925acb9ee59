import { assertNever } from '../../../assert-never.ts'
import type { ImageBlock, ToolResultBlock } from '../../../canonical/block.ts'
import { isBlockOf, textOf } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { markedSystem } from '../../history/marked-system.ts'
import type { CleanHistory } from '../../history/repair.ts'
import { toolResultText } from '../../history/tool-result-text.ts'
import type { Target } from '../../protocol.ts'
import { assistantMessage } from './assistant-message.ts'
import { picture } from './picture.ts'
import type { WireMessage } from './wire.ts'

interface Result {
  block: ToolResultBlock
  message: Message
}

/** The messages of the conversation after the system prompt, in order. */
export function conversation(history: CleanHistory, target: Target): WireMessage[] {
  const messages: WireMessage[] = []
  const { wireId } = history
  let waiting: { image: ImageBlock; message: Message }[] = []
  let calls: { id: string; name: string }[] = []
  let results: Result[] = []

  const putOff = (images: readonly ImageBlock[], message: Message) => {
    for (const image of images) {
      const reason = `a picture in a ${message.role} message is sent in a user message after it`
      target.project({ message_id: message.id, block_type: 'image', action: 'converted', reason })
      waiting.push({ image, message })
    }
  }
  /** In the order of the calls, whatever order they ended in: models and older servers go by it (wire-rule 85). */
  const flush = () => {
    const place = ({ block }: Result) => calls.findIndex(({ id }) => id === block.tool_use_id)
    for (const { block, message } of results.sort((a, b) => place(a) - place(b))) {
      const { text, pictures } = toolResultText(block, waiting.length + 1)
      const tool_name = calls.find(({ id }) => id === block.tool_use_id)?.name ?? ''
      messages.push({ role: 'tool', content: text, tool_name, tool_call_id: wireId(block.tool_use_id) })
      putOff(pictures, message)
    }
    results = []
    // Calls whose results are still to come must be followed by them.
    if (waiting.length === 0 || messages.at(-1)?.tool_calls !== undefined) return
    const caption = `[${waiting.length === 1 ? 'Picture' : `Pictures 1 to ${waiting.length}`} from the messages above]`
    messages.push(said('user', caption, waiting, target))
    waiting = []
  }

  for (const message of history.messages) {
    if (message.role !== 'tool') flush()
    switch (message.role) {
      case 'user':
        messages.push(userMessage(message, target))
        break
      case 'assistant': {
        const { wire, pictures } = assistantMessage(message, target, wireId)
        calls = message.content.filter(isBlockOf('tool_use'))
        if (wire) messages.push(wire)
        putOff(pictures, message)
        break
      }
      case 'tool':
        results.push(...message.content.filter(isBlockOf('tool_result')).map((block) => ({ block, message })))
        break
      case 'system':
        if (textOf(message.content).trim() !== '') messages.push(lateSystem(message, target))
        break
      default:
        assertNever(message.role)
    }
  }
  flush()
  return messages
}

function userMessage(message: Message, target: Target): WireMessage {
  const text: string[] = []
  const images: { image: ImageBlock; message: Message }[] = []
  for (const block of message.content) {
    switch (block.type) {
      case 'text':
        text.push(block.text)
        break
      case 'image':
        images.push({ image: block, message })
        break
      case 'document':
      case 'tool_use':
      case 'tool_result':
      case 'thinking':
      case 'redacted_thinking':
      case 'hosted_tool':
        // Clean history has none here.
        break
      default:
        assertNever(block)
    }
  }
  return said('user', text.join('\n\n'), images, target)
}

/** Pictures stand beside the text of their message; what cannot be sent is named in it. */
function said(
  role: WireMessage['role'],
  text: string,
  images: readonly { image: ImageBlock; message: Message }[],
  target: Target,
): WireMessage {
  const sent = images.map(({ image, message }) => picture(image, message, target))
  const data = sent.flatMap((each) => each.data ?? [])
  const content = [text, ...sent.flatMap((each) => each.placeholder ?? [])].filter((each) => each !== '').join('\n\n')
  return { role, content, ...(data.length > 0 ? { images: data } : {}) }
}

/** A later system message stays where it is: hoisting it would rewrite the cached prefix (design §3.12). */
function lateSystem(message: Message, target: Target): WireMessage {
  const content = textOf(message.content)
  if (target.capabilities.supports_system_messages_in_list) return { role: 'system', content }
  const reason = 'a system message inside the conversation is sent as marked user text'
  target.project({ message_id: message.id, block_type: 'text', action: 'converted', reason })
  return { role: 'user', content: markedSystem(content) }
}
