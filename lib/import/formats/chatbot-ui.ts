import { BadChatError, type ImportFormat } from '../format.ts'
import { textBlocks } from './reading/block.ts'
import { chatOf } from './reading/chat.ts'
import { lineOf, roleOf } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { fieldsOf, listOf, nameOf, titleOf } from './reading/value.ts'

/** A chat of `history` and the folders beside it. */
interface Placed {
  chat: unknown
  folders: readonly unknown[]
}

/** Chatbot UI 1, its files of the versions 2 to 4: no times, and no ids of messages. */
export const chatbotUi: ImportFormat = {
  source: 'chatbotui',
  at: null,
  recognises([document]) {
    const { version, history, prompts, folders } = fieldsOf(document)
    return Array.isArray(history) && [version, prompts, folders].some((beside) => beside !== undefined)
  },
  split(document) {
    const { history, folders } = fieldsOf(document)
    return listOf(history).map((chat): Placed => ({ chat, folders: listOf(folders) }))
  },
  convert(value) {
    const { chat, folders } = value as Placed
    const { id, name, messages, model, prompt, folderId } = fieldsOf(chat)
    if (!Array.isArray(messages)) throw new BadChatError('it has no messages')
    const losses = new Losses()
    const { system_prompt, ...thread } = lineOf(messages, losses, (message) => {
      const { role, content } = fieldsOf(message)
      const speaker = roleOf(role)
      return speaker === null || speaker === 'tool' ? null : { role: speaker, content: textBlocks(content) }
    })
    const folder = folders.map(fieldsOf).find((each) => each.id === folderId && nameOf(folderId) !== null)
    return chatOf(
      id,
      {
        title: titleOf(name),
        created_at: null,
        updated_at: null,
        model: nameOf(fieldsOf(model).id),
        system_prompt: system_prompt ?? nameOf(prompt),
        folder: titleOf(folder?.name),
      },
      thread,
      losses,
    )
  },
}
