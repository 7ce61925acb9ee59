import { isJsonObject } from '../../../canonical/json.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../../format.ts'
import type { ImportedChat } from '../../imported-chat.ts'
import { piecesOf } from '../reading/answer.ts'
import type { Linked } from '../reading/arrange.ts'
import { chatOf, idOf, placeId } from '../reading/chat.ts'
import { roleOf } from '../reading/line.ts'
import { Losses } from '../reading/losses.ts'
import { type Thread, threadOf } from '../reading/thread.ts'
import { timeOf } from '../reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, titleOf } from '../reading/value.ts'
import { answerIn, questionIn } from './message.ts'

/** Open WebUI's export: an array of chats, also of one. Answers of several models to one question are branches. */
export const openWebUi: ImportFormat = {
  source: 'openwebui',
  at: [],
  recognises: (sample) => sample.some(isChat),
  convert,
}

/** One chat that is in no array. */
export const openWebUiChat: ImportFormat = { ...openWebUi, at: null, recognises: ([document]) => isChat(document) }

function isChat(value: unknown): boolean {
  const { history, messages } = fieldsOf(fieldsOf(value).chat)
  return isJsonObject(fieldsOf(history).messages) || Array.isArray(messages)
}

function convert(value: unknown, _files: ImportFiles): ImportedChat | null {
  const row = fieldsOf(value)
  const chat = fieldsOf(row.chat)
  if (!isChat(value)) throw new BadChatError('it has no messages: neither a history nor a list of them')
  const losses = new Losses()
  const thread = threadIn(row, chat, losses)
  if (nameOf(row.folder_id) !== null) losses.add('project')
  const tags = [...listOf(fieldsOf(row.meta).tags), ...listOf(chat.tags)]
  const about = {
    title: titleOf(row.title) ?? titleOf(chat.title),
    created_at: timeOf(row.created_at) ?? timeOf(chat.timestamp),
    updated_at: timeOf(row.updated_at),
    model: nameOf(listOf(chat.models)[0]),
    system_prompt: nameOf(fieldsOf(chat.params).system) ?? nameOf(chat.system),
    archived: row.archived === true,
    pinned: row.pinned === true,
    tags: [...new Set(tags.flatMap((tag) => titleOf(tag) ?? titleOf(fieldsOf(tag).name) ?? []))],
  }
  return chatOf(row.id ?? chat.id, about, thread, losses)
}

interface Node extends Linked {
  message: Fields
}

/** By `history`, the tree; chats of older versions have the list alone. */
function threadIn(row: Fields, chat: Fields, losses: Losses): Thread {
  const history = fieldsOf(chat.history)
  const tree = Object.entries(fieldsOf(history.messages))
  const list = listOf(chat.messages)
  const nodes = tree.length > 0 ? treeNodes(tree) : lineNodes(list)
  const there = new Set(nodes.map(({ id }) => id))
  // As its server trusts them: each may name a message that is gone.
  const heads = [history.currentId, chat.currentId, chat.branchPointMessageId, row.current_message_id]
  const head = [...heads, fieldsOf(list.at(-1)).id].map(idOf).find((id) => id !== null && there.has(id)) ?? null
  return threadOf(nodes, head, losses, ({ id, message }) => {
    const role = roleOf(message.role)
    if (role === 'assistant') {
      const { content, ...said } = answerIn(message, id, losses)
      return piecesOf(id, role, content, said)
    }
    if (role === 'user' || role === 'system') return piecesOf(id, role, questionIn(message, losses))
    losses.add('unreadable')
    return []
  })
}

function treeNodes(entries: readonly [string, unknown][]): Node[] {
  return entries.flatMap(([key, value]) => {
    const id = idOf(key)
    const message = fieldsOf(value)
    return id === null ? [] : [{ id, parent: idOf(message.parentId), created_at: timeOf(message.timestamp), message }]
  })
}

function lineNodes(list: readonly unknown[]): Node[] {
  const ids = list.map((value, index) => idOf(fieldsOf(value).id) ?? placeId(value, index))
  return list.map((value, index) => {
    const message = fieldsOf(value)
    return { id: ids[index] ?? '', parent: ids[index - 1] ?? null, created_at: timeOf(message.timestamp), message }
  })
}
