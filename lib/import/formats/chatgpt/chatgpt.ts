import { BadChatError, type ImportFiles, type ImportFormat } from '../../format.ts'
import type { ImportedChat } from '../../imported-chat.ts'
import { chatOf, idOf } from '../reading/chat.ts'
import { Losses } from '../reading/losses.ts'
import { threadOf } from '../reading/thread.ts'
import { timeOf } from '../reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, titleOf } from '../reading/value.ts'
import { assetFinder, isAssetSide } from './asset.ts'
import { customInstructions } from './context.ts'
import { MessageReader, type Node } from './message.ts'

/** ChatGPT's export: an array of conversations, in one file or in shards of about a hundred. */
export const chatgpt: ImportFormat = {
  source: 'chatgpt',
  at: [],
  recognises: (sample) => sample.some(isConversation),
  isSide: isAssetSide,
  convert,
}

/** Some exports wrap the array. */
export const wrappedChatgpt: ImportFormat = { ...chatgpt, at: ['conversations'] }

/** Others keep a `mapping` as well; what is theirs alone is who an author is and of what type content is. */
function isConversation(value: unknown): boolean {
  const nodes = Object.values(fieldsOf(fieldsOf(value).mapping))
  return nodes.some((node) => {
    const { author, content } = fieldsOf(fieldsOf(node).message)
    return fieldsOf(author).role !== undefined && fieldsOf(content).content_type !== undefined
  })
}

function convert(value: unknown, files: ImportFiles): ImportedChat | null {
  const conversation = fieldsOf(value)
  const { mapping, current_node } = conversation
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) {
    throw new BadChatError('it has no messages: the field "mapping" is missing')
  }
  const losses = new Losses()
  const nodes = nodesOf(fieldsOf(mapping))
  const reader = new MessageReader(assetFinder(files), losses)
  const toPieces: MessageReader['read'] = (node, before) => reader.read(node, before)
  const thread = threadOf(nodes, idOf(current_node), losses, toPieces, { joins: true })
  if (nameOf(conversation.gizmo_id) ?? nameOf(conversation.conversation_template_id)) losses.add('project')
  const instructions = nodes.flatMap(({ message }) => customInstructions(fieldsOf(message)) ?? [])
  const about = {
    title: titleOf(conversation.title),
    created_at: timeOf(conversation.create_time),
    updated_at: timeOf(conversation.update_time),
    model: nameOf(conversation.default_model_slug),
    system_prompt: instructions[0] ?? null,
    archived: conversation.is_archived === true,
    pinned: conversation.is_starred === true || timeOf(conversation.pinned_time) !== null,
  }
  return chatOf(nameOf(conversation.conversation_id) ?? conversation.id, about, thread, losses)
}

/** By `parent`: newer exports leave out `children`, so these only help where a node does not say whom it follows. */
function nodesOf(mapping: Fields): Node[] {
  const entries = Object.entries(mapping).flatMap(([key, node]) => {
    const id = idOf(key)
    return id === null ? [] : [{ ...fieldsOf(node), id } as Fields & { id: string }]
  })
  const parents = new Map(entries.flatMap(({ id, children }) => listOf(children).map((child) => [idOf(child), id])))
  return entries.map(({ id, parent, message }) => ({
    id,
    parent: parent === undefined ? (parents.get(id) ?? null) : idOf(parent),
    created_at: timeOf(fieldsOf(message).create_time),
    message,
  }))
}
