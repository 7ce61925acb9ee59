import type { ContentBlock } from '../../canonical/block.ts'
import { BadChatError, type ImportFormat } from '../format.ts'
import {
  blockOfBase64,
  callBlock,
  lost,
  missingFile,
  resultBlock,
  textBlocks,
  thinkingBlocks,
} from './reading/block.ts'
import { chatOf } from './reading/chat.ts'
import { endByReason } from './reading/end.ts'
import { lineOf, roleOf, type Spoken } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { timeOf } from './reading/time.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf } from './reading/value.ts'

/** Files of a prompt that lie in its person's Drive, or elsewhere, and not in the file of the prompt. */
const ELSEWHERE = ['driveDocument', 'driveImage', 'driveAudio', 'driveVideo', 'youtubeVideo']
/** What goes with a chunk that says something of its own kind. */
const KNOWN = ['text', 'parts', 'inlineImage', 'inlineFile', 'executableCode', 'codeExecutionResult']

/** A prompt of Google AI Studio, as Drive keeps it. Branches are files of their own. */
export const aiStudio: ImportFormat = {
  source: 'aistudio',
  at: null,
  recognises: ([document]) => Array.isArray(fieldsOf(fieldsOf(document).chunkedPrompt).chunks),
  convert(document) {
    const { chunkedPrompt, runSettings, systemInstruction } = fieldsOf(document)
    const { chunks, pendingInputs } = fieldsOf(chunkedPrompt)
    if (!Array.isArray(chunks)) throw new BadChatError('it has no chunks')
    const losses = new Losses()
    for (const _draft of listOf(pendingInputs)) losses.add('draft')
    const calls = new Calls()
    const read = (chunk: unknown, id: string) => spokenIn(fieldsOf(chunk), id, calls, losses)
    const { system_prompt, ...thread } = lineOf(chunks, losses, read, { joins: true })
    const times = thread.messages.flatMap(({ created_at }) => created_at ?? [])
    const about = {
      title: null,
      created_at: times[0] ?? null,
      updated_at: times.at(-1) ?? null,
      model: nameOf(fieldsOf(runSettings).model)?.replace(/^models\//, '') ?? null,
      system_prompt: instruction(systemInstruction) ?? system_prompt,
    }
    return chatOf(null, about, thread, losses)
  },
}

function instruction(value: unknown): string | null {
  const { text, parts } = fieldsOf(value)
  return nameOf(text) ?? nameOf(textOfParts(parts))
}

function textOfParts(parts: unknown): string {
  return listOf(parts)
    .map((part) => textOf(fieldsOf(part).text))
    .join('')
}

function spokenIn(chunk: Fields, id: string, calls: Calls, losses: Losses): Spoken | null {
  const role = roleOf(chunk.role)
  if (role !== 'user' && role !== 'assistant') return null
  const text = textOf(chunk.text) || textOfParts(chunk.parts)
  const isThought = chunk.isThought === true && role === 'assistant'
  const content: ContentBlock[] = isThought ? thinkingBlocks(text) : textBlocks(text)
  for (const field of ['inlineImage', 'inlineFile']) {
    if (chunk[field] === undefined) continue
    const { data, mimeType } = fieldsOf(chunk[field])
    content.push(blockOfBase64(data, mimeType) ?? missingFile('aistudio', field, chunk[field], losses))
  }
  for (const field of ELSEWHERE) {
    if (chunk[field] !== undefined) content.push(missingFile('aistudio', field, { [field]: chunk[field] }, losses))
  }
  if (role === 'assistant') {
    const { executableCode, codeExecutionResult } = chunk
    if (executableCode !== undefined) content.push(calls.open(id, executableCode))
    if (codeExecutionResult !== undefined) return calls.close(id, codeExecutionResult, content)
  }
  if (content.length === 0 && !KNOWN.some((field) => field in chunk)) content.push(lost('aistudio', chunk, losses))
  return { role, content, created_at: timeOf(chunk.createTime), ...endByReason(chunk.finishReason) }
}

/** Code that the model ran: a chunk with the code, and one with what came of it. */
class Calls {
  #open: string | null = null

  open(id: string, code: unknown): ContentBlock {
    this.#open = `${id}:code`
    return callBlock(this.#open, 'code_execution', code)
  }

  /** A result without its code is part of the answer, which makes a call for it. */
  close(id: string, result: unknown, said: ContentBlock[]): Spoken {
    const { output, outcome } = fieldsOf(result)
    const isError = /FAIL|DEADLINE/.test(textOf(outcome))
    const block = resultBlock(this.#open ?? `${id}:code`, textBlocks(output), isError)
    const isWhole = this.#open !== null && said.length === 0
    this.#open = null
    return { role: isWhole ? 'tool' : 'assistant', content: [...said, block] }
  }
}
