import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import type { ImportedChat } from '../imported-chat.ts'
import { chatOf } from './reading/chat.ts'
import { lineOf, roleOf } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { MessageReader } from './reading/openai-message.ts'
import { fieldsOf, listOf, nameOf, titleOf } from './reading/value.ts'

const SOURCE = 'openai_messages'
const ENOUGH = 20

/**
 * Messages as OpenAI's APIs take them, Chat Completions or Responses: the array alone, or a request that holds it. Calls without
 * results and results without calls stay as they are.
 */
export const openaiMessages: ImportFormat = {
  source: SOURCE,
  at: null,
  recognises: ([document]) => isConversation(messagesIn(document)),
  convert,
}

/** An array of such requests, as files for training are. */
export const openaiRequests: ImportFormat = {
  source: SOURCE,
  at: [],
  recognises: (sample) => sample.some((value) => !Array.isArray(value) && isConversation(messagesIn(value))),
  convert,
}

function messagesIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  const { messages, input } = fieldsOf(document)
  return listOf(messages ?? input)
}

/** Somebody says something, and whoever is named among the first is somebody we know. */
function isConversation(messages: readonly unknown[]): boolean {
  const first = messages.slice(0, ENOUGH).map(fieldsOf)
  const said = first.filter(
    ({ role, content, tool_calls }) => role !== undefined && (content ?? tool_calls) !== undefined,
  )
  return said.length > 0 && said.every(({ role }) => roleOf(role) !== null)
}

function convert(document: unknown, _files: ImportFiles): ImportedChat | null {
  const messages = messagesIn(document)
  if (messages.length === 0 && !Array.isArray(document)) throw new BadChatError('it has no list of messages')
  const { id, title, model, instructions } = Array.isArray(document) ? {} : fieldsOf(document)
  const losses = new Losses()
  const reader = new MessageReader(SOURCE, losses)
  const { system_prompt, ...thread } = lineOf(messages, losses, (message, place) => reader.read(message, place))
  const prompt = [nameOf(instructions), system_prompt].filter((text) => text !== null)
  const about = {
    title: titleOf(title),
    created_at: null,
    updated_at: null,
    model: nameOf(model),
    system_prompt: prompt.length > 0 ? prompt.join('\n\n') : null,
  }
  return chatOf(id, about, thread, losses)
}
