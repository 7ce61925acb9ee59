import type { ContentBlock } from '../../../canonical/block.ts'
import type { ImportSource } from '../../imported-chat.ts'
import { callBlock, lost, resultBlock, textBlocks, thinkingBlocks } from './block.ts'
import { idOf } from './chat.ts'
import { roleOf, type Spoken } from './line.ts'
import type { Losses } from './losses.ts'
import { calledFunction, contentOfParts, thoughtIn } from './openai-part.ts'
import { timeOf } from './time.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf } from './value.ts'

/** Reads the messages of one chat in the format of OpenAI's APIs, Chat Completions or Responses, in their order. */
export class MessageReader {
  readonly #source: ImportSource
  readonly #losses: Losses
  /** The old API has one function at a time, by name and without ids. */
  #called: string | null = null

  constructor(source: ImportSource, losses: Losses) {
    this.#source = source
    this.#losses = losses
  }

  read(message: unknown, id: string): Spoken | null {
    const fields = fieldsOf(message)
    if (fields.role === undefined && fields.type !== undefined) return this.#item(fields, id)
    const role = roleOf(fields.role)
    if (role === null) return null
    const content = contentOfParts(fields.content, this.#source, this.#losses)
    if (role === 'tool') return { role, content: [resultBlock(this.#calledBy(fields, id), content)] }
    const about = { role, created_at: timeOf(fields.createdAt ?? fields.created_at) }
    if (role !== 'assistant') return { ...about, content }
    const model = nameOf(fields.model)
    return { ...about, content: this.#answer(fields, content, id), ...(model !== null && { model }) }
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
        return { role: 'tool', content: [resultBlock(call, contentOfParts(item.output, this.#source, this.#losses))] }
      case 'reasoning':
        return { role: 'assistant', content: thinkingBlocks(reasoningText(item)) }
      default:
        return { role: 'assistant', content: [lost(this.#source, item, this.#losses)] }
    }
  }
}

function reasoningText({ summary, content }: Fields): string {
  const texts = (parts: unknown) => listOf(parts).map((part) => textOf(fieldsOf(part).text))
  const said = texts(content).filter(Boolean)
  return (said.length > 0 ? said : texts(summary)).join('\n\n')
}
