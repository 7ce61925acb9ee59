import type { ContentBlock } from '../../../canonical/block.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../../format.ts'
import type { ImportedChat } from '../../imported-chat.ts'
import { piecesOf } from '../reading/answer.ts'
import type { Linked } from '../reading/arrange.ts'
import { documentOfText, missingFile, textBlocks } from '../reading/block.ts'
import { chatOf, idOf, placeId } from '../reading/chat.ts'
import { roleOf } from '../reading/line.ts'
import { Losses } from '../reading/losses.ts'
import { threadOf } from '../reading/thread.ts'
import { timeOf } from '../reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, titleOf } from '../reading/value.ts'
import { answerBlocks, questionBlocks } from './content.ts'

/** What a first message says it follows. */
const NOBODY = '00000000-0000-4000-8000-000000000000'
const PROJECTS = /(^|\/)projects(-\d+)?(\.json|\/[^/]+\.json)$/

/** Claude's export: an array of conversations. No model is named anywhere in it, and no file is with it. */
export const claude: ImportFormat = {
  source: 'claude',
  at: [],
  recognises: (sample) => sample.some((value) => Array.isArray(fieldsOf(value).chat_messages)),
  isSide: (path) => PROJECTS.test(path),
  convert,
}

/** What a shared link leads to: one conversation, under the same id as in an export. */
export const claudeSnapshot: ImportFormat = {
  source: 'claude',
  at: null,
  recognises: ([document]) => claude.recognises([document]),
  convert,
}

interface Node extends Linked {
  message: Fields
}

function convert(value: unknown, files: ImportFiles): ImportedChat | null {
  const conversation = fieldsOf(value)
  const { conversation_uuid, uuid, name, snapshot_name, chat_messages } = conversation
  if (!Array.isArray(chat_messages)) throw new BadChatError('it has no messages: the list "chat_messages" is missing')
  const losses = new Losses()
  const thread = threadOf(nodesOf(chat_messages, losses), null, losses, ({ id, message }) => {
    const role = roleOf(message.sender)
    if (role !== 'user' && role !== 'assistant') {
      losses.add('unreadable')
      return []
    }
    return piecesOf(id, role, [...saidIn(id, message, role, losses), ...filesOf(message, losses)])
  })
  const project = projectOf(conversation, files)
  const about = {
    title: titleOf(name) ?? titleOf(snapshot_name),
    created_at: timeOf(conversation.created_at),
    updated_at: timeOf(conversation.updated_at),
    model: nameOf(conversation.model),
    system_prompt: nameOf(project.prompt_template),
    folder: titleOf(project.name),
    pinned: conversation.is_starred === true,
  }
  return chatOf(conversation_uuid ?? uuid, about, thread, losses)
}

/** Older exports name no parents: then each message follows the one before it. */
function nodesOf(messages: readonly unknown[], losses: Losses): Node[] {
  const nodes: Node[] = []
  for (const [index, value] of messages.entries()) {
    const message = fieldsOf(value)
    const { uuid, parent_message_uuid: named, created_at } = message
    if (Object.keys(message).length === 0) losses.add('unreadable')
    else {
      const parent = named === undefined ? (nodes.at(-1)?.id ?? null) : idOf(named)
      const id = idOf(uuid) ?? placeId(value, index)
      nodes.push({ id, parent: parent === NOBODY ? null : parent, created_at: timeOf(created_at), message })
    }
  }
  return nodes
}

/** `content` is the truth: `text` has a phrase about unsupported blocks where thoughts and tools were. */
function saidIn(id: string, { content, text }: Fields, role: 'user' | 'assistant', losses: Losses): ContentBlock[] {
  const blocks = listOf(content)
  if (blocks.length === 0) return textBlocks(text)
  return role === 'user' ? questionBlocks(blocks, losses) : answerBlocks(id, blocks, losses)
}

/** Of uploads only the text survives, and not of all. */
function filesOf({ attachments, files }: Fields, losses: Losses): ContentBlock[] {
  const documents = listOf(attachments).map((attachment): ContentBlock => {
    const { file_name, extracted_content } = fieldsOf(attachment)
    const text = nameOf(extracted_content)
    if (text === null) return missingFile('claude', file_name, attachment, losses)
    return documentOfText(text, textOf(file_name) || 'pasted.txt')
  })
  return [...documents, ...listOf(files).map((file) => missingFile('claude', fieldsOf(file).file_name, file, losses))]
}

/** Where a conversation says which project it is in; most do not. */
function projectOf({ project }: Fields, { sides }: ImportFiles): Fields {
  const own = fieldsOf(project)
  if (nameOf(own.uuid) === null) return own
  for (const [path, side] of sides) {
    if (!PROJECTS.test(path)) continue
    const all = Array.isArray(side) ? side : [side]
    const found = all.map(fieldsOf).find(({ uuid }) => uuid === own.uuid)
    if (found) return { ...own, ...found }
  }
  return own
}
