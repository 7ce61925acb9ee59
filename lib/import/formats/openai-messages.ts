import type { ContentBlock } from '../../canonical/block.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import type { ImportedChat } from '../imported-chat.ts'
import { callBlock, lost, resultBlock, textBlocks, thinkingBlocks } from './shared/block.ts'
import { chatOf, idOf } from './shared/chat.ts'
import { lineOf, roleOf, type Spoken } from './shared/line.ts'
import { Losses } from './shared/losses.ts'
import { calledFunction, contentOfParts, thoughtIn } from './shared/openai-part.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, titleOf } from './shared/value.ts'

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
  const reader = new Reader(losses)
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

class Reader {
  readonly #losses: Losses
  /** The old API has one function at a time, by name and without ids. */
  #called: string | null = null

  constructor(losses: Losses) {
    this.#losses = losses
  }

  read(message: unknown, id: string): Spoken | null {
    const fields = fieldsOf(message)
    if (fields.role === undefined && fields.type !== undefined) return this.#item(fields, id)
    const role = roleOf(fields.role)
    if (role === null) return null
    const content = contentOfParts(fields.content, SOURCE, this.#losses)
    if (role === 'tool') return { role, content: [resultBlock(this.#calledBy(fields, id), content)] }
    return { role, content: role === 'assistant' ? this.#answer(fields, content, id) : content }
  }

  #answer(fields: Fields, content: ContentBlock[], id: string): ContentBlock[] {
    const calls = listOf(fields.tool_calls).map((call, index) => {
      const { id: own, name, input } = calledFunction(call)
      return callBlock(idOf(own) ?? `${id}:call:${index}`, name, input)
    })
    const { name, arguments: input } = fieldsOf(fields.function_call)
    if (name !== undefined) {
      this.#called = `${id}:call`
      calls.push(callBlock(this.#called, name, input))
    }
    return [...thinkingBlocks(thoughtIn(fields)), ...content, ...textBlocks(fields.refusal), ...calls]
  }

  #calledBy({ tool_call_id }: Fields, id: string): string {
    return idOf(tool_call_id) ?? this.#called ?? `${id}:call`
  }

  /** What the Responses API has beside messages. */
  #item(item: Fields, id: string): Spoken | null {
    const call = idOf(item.call_id) ?? `${id}:call`
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        return { role: 'assistant', content: [callBlock(call, item.name, item.arguments ?? item.input)] }
      case 'function_call_output':
      case 'custom_tool_call_output':
        return { role: 'tool', content: [resultBlock(call, contentOfParts(item.output, SOURCE, this.#losses))] }
      case 'reasoning':
        return { role: 'assistant', content: thinkingBlocks(reasoningText(item)) }
      default:
        return { role: 'assistant', content: [lost(SOURCE, item, this.#losses)] }
    }
  }
}

function reasoningText({ summary, content }: Fields): string {
  const texts = (parts: unknown) => listOf(parts).map((part) => textOf(fieldsOf(part).text))
  const said = texts(content).filter(Boolean)
  return (said.length > 0 ? said : texts(summary)).join('\n\n')
}
