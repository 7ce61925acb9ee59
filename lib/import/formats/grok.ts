import { BadChatError, type ImportFormat } from '../format.ts'
import { piecesOf } from './reading/answer.ts'
import type { Linked } from './reading/arrange.ts'
import { textBlocks, thinkingBlocks } from './reading/block.ts'
import { chatOf, idOf, placeId } from './reading/chat.ts'
import { roleOf } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { threadOf } from './reading/thread.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, nameOf, textOf, titleOf } from './reading/value.ts'

/** Grok's export. */
export const grok: ImportFormat = {
  source: 'grok',
  at: ['conversations'],
  recognises: (sample) =>
    sample.some((value) => Array.isArray(fieldsOf(value).responses) && 'conversation' in fieldsOf(value)),
  convert(value) {
    const { conversation, responses } = fieldsOf(value)
    if (!Array.isArray(responses)) throw new BadChatError('it has no list of responses')
    const { id, title, create_time, modify_time, starred } = fieldsOf(conversation)
    const losses = new Losses()
    const thread = threadOf(nodesOf(responses), null, losses, ({ id: own, response }) => {
      const role = roleOf(response.sender)
      const { message, thinking_trace, model, partial } = response
      if (role === 'user') return piecesOf(own, role, textBlocks(message))
      if (role === 'assistant') {
        const name = nameOf(model)
        return piecesOf(own, role, [...thinkingBlocks(thinking_trace), ...textBlocks(message)], {
          ...(name !== null && { model: name }),
          ...(partial === true && { status: 'cancelled' }),
        })
      }
      losses.add('unreadable')
      return []
    })
    const about = {
      title: titleOf(title),
      created_at: timeOf(create_time),
      updated_at: timeOf(modify_time),
      model: thread.messages.findLast((message) => message.model)?.model ?? null,
      system_prompt: null,
      pinned: starred === true,
    }
    return chatOf(id, about, thread, losses)
  },
}

interface Node extends Linked {
  response: Fields
}

/** A response that names nobody follows the one before it. */
function nodesOf(responses: readonly unknown[]): Node[] {
  const nodes: Node[] = []
  for (const [index, value] of responses.entries()) {
    const response = fieldsOf(fieldsOf(value).response)
    const id = idOf(response._id) ?? placeId(value, index)
    const named = textOf(response.parent_response_id) || nodes.at(-1)?.id
    nodes.push({ id, parent: idOf(named), created_at: timeOf(response.create_time), response })
  }
  return nodes
}
