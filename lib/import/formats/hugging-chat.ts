import type { ContentBlock } from '../../canonical/block.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import { piecesOf } from './reading/answer.ts'
import type { Linked } from './reading/arrange.ts'
import { memberBlock, missingFile, textBlocks, thinkingBlocks } from './reading/block.ts'
import { chatOf, idOf } from './reading/chat.ts'
import { roleOf } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { memberNamed } from './reading/member.ts'
import { threadOf } from './reading/thread.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, titleOf } from './reading/value.ts'

interface Node extends Linked {
  message: Fields
}

/** HuggingChat's export. */
export const huggingChat: ImportFormat = {
  source: 'huggingchat',
  at: [],
  recognises: (sample) =>
    sample.some((value) =>
      listOf(fieldsOf(value).messages).some((message) => 'from' in fieldsOf(message) && 'content' in fieldsOf(message)),
    ),
  convert(value, files) {
    const { _id, title, model, preprompt, createdAt, updatedAt, messages } = fieldsOf(value)
    if (!Array.isArray(messages)) throw new BadChatError('it has no list of messages')
    const losses = new Losses()
    const nodes = nodesOf(messages, losses)
    const asked = nodes.find(({ message }) => message.from === 'user')
    const thread = threadOf(nodes, null, losses, (node) => {
      const { from, content, reasoning, interrupted } = node.message
      const role = roleOf(from)
      if (role === 'assistant') {
        const status = interrupted === true ? ({ status: 'cancelled' } as const) : {}
        return piecesOf(node.id, role, [...thinkingBlocks(reasoning), ...textBlocks(content)], status)
      }
      // The prompt stands there as a first message as well.
      if (role === 'system') return []
      const uploads = node.id === asked?.id ? filesOf(node.message, files, losses) : []
      return piecesOf(node.id, 'user', [...textBlocks(content), ...uploads])
    })
    const system = nodes.find(({ message }) => message.from === 'system')
    const about = {
      title: titleOf(title),
      created_at: timeOf(createdAt),
      updated_at: timeOf(updatedAt),
      model: nameOf(model),
      system_prompt: nameOf(preprompt) ?? nameOf(system?.message.content),
    }
    return chatOf(_id, about, thread, losses)
  },
}

/** Its parent is the last of what a message calls its ancestors. */
function nodesOf(messages: readonly unknown[], losses: Losses): Node[] {
  return messages.flatMap((value) => {
    const message = fieldsOf(value)
    const id = idOf(message.id)
    if (id !== null && roleOf(message.from) !== null && message.from !== 'tool') {
      return [{ id, parent: idOf(listOf(message.ancestors).at(-1)), created_at: timeOf(message.createdAt), message }]
    }
    losses.add('unreadable')
    return []
  })
}

/** Each message names all files of its conversation, so they are shown where it begins. */
function filesOf(message: Fields, files: ImportFiles, losses: Losses): ContentBlock[] {
  return listOf(message.files).flatMap((file) => {
    const name = nameOf(file)
    if (name === null) return []
    const member = memberNamed(files, name)
    return member === undefined ? missingFile('huggingchat', name, { name }, losses) : memberBlock(member, { name })
  })
}
