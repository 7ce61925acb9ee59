import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import type { ImportedChat } from '../imported-chat.ts'
import { chatOf } from './reading/chat.ts'
import { lineOf } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { MessageReader } from './reading/openai-message.ts'
import { timeOf } from './reading/time.ts'
import { fieldsOf, listOf, nameOf, textOf, titleOf } from './reading/value.ts'

/** A chat, and the folders beside it. */
interface Placed {
  chat: unknown
  folders: readonly unknown[]
}

const DATA = /(^|\/)data\.json$/

/** TypingMind's `data.json`. */
export const typingMind: ImportFormat = {
  source: 'typingmind',
  at: null,
  recognises: ([document]) => listOf(fieldsOf(fieldsOf(document).data).chats).some(isChat),
  split(document) {
    const { chats, folders } = fieldsOf(fieldsOf(document).data)
    return listOf(chats).map((chat): Placed => ({ chat, folders: listOf(folders) }))
  },
  convert: (value) => convert(value as Placed),
}

/** A larger export: five hundred chats a file, whose folders stand in `data.json`. */
export const typingMindChunk: ImportFormat = {
  source: 'typingmind',
  at: [],
  recognises: (sample) => sample.some(isChat),
  isSide: (path) => DATA.test(path),
  convert: (chat, files) => convert({ chat, folders: foldersIn(files) }),
}

function isChat(value: unknown): boolean {
  const { chatID, chatTitle, messages } = fieldsOf(value)
  return Array.isArray(messages) && (chatID ?? chatTitle) !== undefined
}

function foldersIn({ sides }: ImportFiles): readonly unknown[] {
  return [...sides].flatMap(([path, side]) => (DATA.test(path) ? listOf(fieldsOf(fieldsOf(side).data).folders) : []))
}

function convert({ chat, folders }: Placed): ImportedChat | null {
  const { id, chatID, chatTitle, messages, model, folderID, tags, createdAt, updatedAt, deletedAt } = fieldsOf(chat)
  if (!Array.isArray(messages)) throw new BadChatError('it has no list of messages')
  if (timeOf(deletedAt) !== null) return null
  const losses = new Losses()
  const reader = new MessageReader('typingmind', losses)
  const { system_prompt, ...thread } = lineOf(messages, losses, (message, place) => reader.read(message, place), {
    idIn: (message) => fieldsOf(message).uuid ?? fieldsOf(message).id,
  })
  const folder = folders.map(fieldsOf).find((each) => each.id === folderID && textOf(folderID) !== '')
  const about = {
    title: titleOf(chatTitle),
    created_at: timeOf(createdAt),
    updated_at: timeOf(updatedAt),
    model: nameOf(model) ?? thread.messages.findLast((message) => message.model)?.model ?? null,
    system_prompt: system_prompt ?? nameOf(fieldsOf(folder?.settings).systemMessage),
    folder: titleOf(folder?.title),
    tags: listOf(tags).flatMap((tag) => titleOf(tag) ?? []),
  }
  return chatOf(nameOf(chatID) ?? id, about, thread, losses)
}
