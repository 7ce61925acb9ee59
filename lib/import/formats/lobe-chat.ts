import { BadChatError, type ImportFormat } from '../format.ts'
import { piecesOf } from './reading/answer.ts'
import type { Linked } from './reading/arrange.ts'
import { chatOf, idOf } from './reading/chat.ts'
import type { Spoken } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { MessageReader } from './reading/openai-message.ts'
import { threadOf } from './reading/thread.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, titleOf } from './reading/value.ts'

/** The messages of one topic, or of a session that are in none. */
interface Placed {
  session: Fields
  topic: Fields
  messages: readonly Fields[]
}

/** LobeChat's export, version 1: all messages in one list, each with its session and its topic. */
export const lobeChat: ImportFormat = {
  source: 'lobechat',
  at: null,
  recognises([document]) {
    const { exportType, state } = fieldsOf(document)
    return exportType !== undefined && Array.isArray(fieldsOf(state).messages)
  },
  split(document) {
    const { sessions, topics, messages } = fieldsOf(fieldsOf(document).state)
    const sessionsById = byId(sessions)
    const topicsById = byId(topics)
    const groups = new Map<string, Placed & { messages: Fields[] }>()
    for (const message of listOf(messages).map(fieldsOf)) {
      const [sessionId, topicId] = [idOf(message.sessionId) ?? 'inbox', idOf(message.topicId) ?? '']
      const key = JSON.stringify([sessionId, topicId])
      const topic = topicsById.get(topicId) ?? {}
      const group = groups.get(key) ?? {
        session: sessionsById.get(sessionId) ?? { id: sessionId },
        topic,
        messages: [],
      }
      group.messages.push(message)
      groups.set(key, group)
    }
    return [...groups.values()]
  },
  convert(value) {
    const { session, topic, messages } = value as Placed
    if (!Array.isArray(messages)) throw new BadChatError('it has no list of messages')
    const losses = new Losses()
    const thread = threadOf(nodesOf(messages, losses), null, losses, ({ id, spoken: { role, content, ...said } }) =>
      piecesOf(id, role, content, said),
    )
    const { model, systemRole } = fieldsOf(session.config)
    const name = titleOf(fieldsOf(session.meta).title)
    const about = {
      title: titleOf(topic.title) ?? name,
      created_at: timeOf(topic.createdAt) ?? thread.messages[0]?.created_at ?? null,
      updated_at: timeOf(topic.updatedAt) ?? thread.messages.at(-1)?.created_at ?? null,
      model: nameOf(model),
      system_prompt: nameOf(systemRole),
      pinned: topic.favorite === true,
      folder: topic.title === undefined ? null : name,
    }
    return chatOf(idOf(topic.id) ?? session.id, about, thread, losses)
  },
}

function byId(values: unknown): Map<string, Fields> {
  return new Map(
    listOf(values)
      .map(fieldsOf)
      .flatMap((value) => {
        const id = idOf(value.id)
        return id === null ? [] : [[id, value] as const]
      }),
  )
}

/** A message without a parent follows the one before it. */
function nodesOf(messages: readonly Fields[], losses: Losses): (Linked & { spoken: Spoken })[] {
  const reader = new MessageReader('lobechat', losses)
  const nodes: (Linked & { spoken: Spoken })[] = []
  for (const message of messages) {
    const id = idOf(message.id)
    const spoken = id === null ? null : reader.read({ ...message, tool_calls: callsIn(message) }, id)
    if (id === null || spoken === null) {
      losses.add('unreadable')
      continue
    }
    const model = nameOf(fieldsOf(message.extra).fromModel)
    const parent = idOf(message.parentId) ?? nodes.at(-1)?.id ?? null
    nodes.push({
      id,
      parent,
      created_at: timeOf(message.createdAt),
      spoken: { ...spoken, ...(model !== null && { model }) },
    })
  }
  return nodes
}

function callsIn({ tools }: Fields): unknown[] {
  return listOf(tools).map((tool) => {
    const { id, apiName, identifier, arguments: input } = fieldsOf(tool)
    return { id, function: { name: nameOf(apiName) ?? identifier, arguments: input } }
  })
}
