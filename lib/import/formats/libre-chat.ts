import type { ContentBlock } from '../../canonical/block.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import type { ImportedChat } from '../imported-chat.ts'
import { piecesOf, type Said } from './reading/answer.ts'
import type { Linked } from './reading/arrange.ts'
import { callBlock, lost, missingFile, resultBlock, textBlocks, thinkingBlocks } from './reading/block.ts'
import { chatOf, idOf } from './reading/chat.ts'
import { endByReason } from './reading/end.ts'
import { Losses } from './reading/losses.ts'
import { threadOf } from './reading/thread.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, titleOf } from './reading/value.ts'

/** What a first message says it follows. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A conversation of LibreChat: a tree or a list, all branches or the chosen one. Its files stay at its server. */
export const libreChat: ImportFormat = {
  source: 'librechat',
  at: null,
  recognises: ([document]) => isConversation(document),
  convert,
}

/** Several of them in one array. */
export const libreChats: ImportFormat = { ...libreChat, at: [], recognises: (sample) => sample.some(isConversation) }

function isConversation(value: unknown): boolean {
  return messagesIn(fieldsOf(value)).some((message) => {
    const { messageId, isCreatedByUser, parentMessageId } = fieldsOf(message)
    return messageId !== undefined && (isCreatedByUser !== undefined || parentMessageId !== undefined)
  })
}

function messagesIn({ messages, messagesTree }: Fields): readonly unknown[] {
  return listOf(messages ?? messagesTree)
}

function convert(value: unknown, _files: ImportFiles): ImportedChat | null {
  const conversation = fieldsOf(value)
  const { messages, messagesTree, options, conversationId } = conversation
  if (!Array.isArray(messages ?? messagesTree)) throw new BadChatError('it has no list of messages')
  const losses = new Losses()
  const nodes = nodesOf(messagesIn(conversation), losses)
  const thread = threadOf(nodes, null, losses, ({ id, message }) => {
    const isUser = message.isCreatedByUser === true || message.sender === 'User'
    const content = [...saidIn(message, id, losses), ...filesOf(message, losses)]
    return isUser ? piecesOf(id, 'user', content) : piecesOf(id, 'assistant', content, beside(message))
  })
  const { model, promptPrefix, system } = fieldsOf(options)
  const times = thread.messages.flatMap(({ created_at }) => created_at ?? [])
  const answered = thread.messages.findLast((message) => message.model)
  const about = {
    title: titleOf(conversation.title),
    created_at: times[0] ?? null,
    updated_at: times.at(-1) ?? null,
    model: nameOf(model) ?? answered?.model ?? null,
    system_prompt: nameOf(promptPrefix) ?? nameOf(system),
  }
  return chatOf(conversationId, about, thread, losses)
}

interface Node extends Linked {
  message: Fields
}

/** The nodes of trees or of a list, without recursion: a tree may be as deep as the chat is long. */
function nodesOf(messages: readonly unknown[], losses: Losses): Node[] {
  const nodes: Node[] = []
  const open = messages.map((value): [unknown, string | null] => [value, null]).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, above] = next
    const message = fieldsOf(value)
    const id = idOf(message.messageId)
    if (id === null) losses.add('unreadable')
    else {
      const named = message.parentMessageId === undefined ? above : idOf(message.parentMessageId)
      nodes.push({ id, parent: named === NOBODY ? null : named, created_at: timeOf(message.createdAt), message })
    }
    for (const child of listOf(message.children).toReversed()) open.push([child, id ?? above])
  }
  return nodes
}

/** An answer may have everything in `content`, and no text. */
function saidIn({ content, text, isCreatedByUser }: Fields, id: string, losses: Losses): ContentBlock[] {
  const parts = listOf(content)
  if (parts.length === 0 || isCreatedByUser === true) return textBlocks(text)
  return parts.flatMap((part, index) => partBlocks(part, `${id}:call:${index}`, losses))
}

function partBlocks(part: unknown, place: string, losses: Losses): ContentBlock[] {
  const { type, text, think, tool_call, image_file, error } = fieldsOf(part)
  switch (type) {
    case 'text':
      return textBlocks(wordsIn(text))
    case 'think':
      return thinkingBlocks(wordsIn(think))
    case 'error':
      return textBlocks(wordsIn(error ?? text))
    case 'image_file':
      return [missingFile('librechat', fieldsOf(image_file).filename, part, losses)]
    case 'tool_call': {
      const { id, name, args, output } = fieldsOf(tool_call)
      const call = callBlock(idOf(id) ?? place, name, args)
      return typeof output === 'string' ? [call, resultBlock(call.id, textBlocks(output))] : [call]
    }
    default:
      return [lost('librechat', part, losses)]
  }
}

/** A text, or an object that holds it. */
function wordsIn(text: unknown): string {
  return textOf(text) || textOf(fieldsOf(text).value)
}

/** Paths at its server: their bytes are in no export. */
function filesOf({ files, attachments }: Fields, losses: Losses): ContentBlock[] {
  return [...listOf(files), ...listOf(attachments)].map((file) => {
    const { filename, filepath } = fieldsOf(file)
    const name = nameOf(filename) ?? nameOf(filepath)
    return name === null ? lost('librechat', file, losses) : missingFile('librechat', name, file, losses)
  })
}

function beside({ model, error, unfinished, finish_reason }: Fields): Said {
  const name = nameOf(model)
  const end: Said = unfinished === true ? { status: 'cancelled' } : endByReason(finish_reason)
  return { ...(name !== null && { model: name }), ...(error === true ? { status: 'error' } : end) }
}
