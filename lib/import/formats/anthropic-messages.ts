import type { ContentBlock } from '../../canonical/block.ts'
import type { Citation } from '../../canonical/hosted-tool.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from '../format.ts'
import type { ImportedChat } from '../imported-chat.ts'
import {
  blockOfBase64,
  blockOfUrl,
  callBlock,
  documentOfText,
  lost,
  missingFile,
  resultBlock,
  textBlocks,
} from './reading/block.ts'
import { chatOf, idOf } from './reading/chat.ts'
import { lineOf, roleOf } from './reading/line.ts'
import { Losses } from './reading/losses.ts'
import { type Fields, fieldsOf, jsonOf, listOf, nameOf, textOf, titleOf, webAddressOf } from './reading/value.ts'

const SOURCE = 'anthropic_messages'
/** Blocks that no other API has. */
const OWN = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'image',
  'document',
])

/** Messages as Anthropic's API takes them: the array alone, or a request that holds it. Nothing of them is repaired. */
export const anthropicMessages: ImportFormat = {
  source: SOURCE,
  at: null,
  recognises: ([document]) => isRequest(document) || messagesIn(document).slice(0, 50).some(holdsOwn),
  convert,
}

function messagesIn(document: unknown): readonly unknown[] {
  return Array.isArray(document) ? document : listOf(fieldsOf(document).messages)
}

/** A system prompt beside the messages is where only this API has it. */
function isRequest(document: unknown): boolean {
  const { system, max_tokens } = fieldsOf(document)
  return (
    system !== undefined && max_tokens !== undefined && messagesIn(document).some((each) => 'role' in fieldsOf(each))
  )
}

function holdsOwn(message: unknown): boolean {
  const { role, content } = fieldsOf(message)
  return roleOf(role) !== null && listOf(content).some((block) => OWN.has(textOf(fieldsOf(block).type)))
}

function convert(document: unknown, _files: ImportFiles): ImportedChat | null {
  const messages = messagesIn(document)
  if (messages.length === 0 && !Array.isArray(document)) throw new BadChatError('it has no list of messages')
  const { id, title, model, system } = Array.isArray(document) ? {} : fieldsOf(document)
  const losses = new Losses()
  const { system_prompt, ...thread } = lineOf(messages.flatMap(withResultsApart), losses, (message, place) => {
    const { role, content } = fieldsOf(message)
    const speaker = roleOf(role)
    return speaker && { role: speaker, content: contentOf(content, speaker === 'assistant', place, losses) }
  })
  const prompt =
    typeof system === 'string'
      ? system
      : listOf(system)
          .map((block) => textOf(fieldsOf(block).text))
          .join('\n\n')
  const about = {
    title: titleOf(title),
    created_at: null,
    updated_at: null,
    model: nameOf(model),
    system_prompt: nameOf(prompt) ?? system_prompt,
  }
  return chatOf(id, about, thread, losses)
}

/** Results stand in what the user says; here each is a message of its own, in front of the words. */
function withResultsApart(message: unknown): unknown[] {
  const { role, content } = fieldsOf(message)
  if (roleOf(role) !== 'user' || !Array.isArray(content)) return [message]
  const isResult = (block: unknown) => fieldsOf(block).type === 'tool_result'
  const results = content.filter(isResult).map((block) => ({ role: 'tool', content: [block] }))
  const words = content.filter((block) => !isResult(block))
  return words.length === 0 && results.length > 0 ? results : [...results, { role, content: words }]
}

function contentOf(content: unknown, isAnswer: boolean, id: string, losses: Losses): ContentBlock[] {
  if (typeof content === 'string') return textBlocks(content)
  return listOf(content).flatMap((block, index): ContentBlock[] => {
    const fields = fieldsOf(block)
    const own = isAnswer ? answerBlock(fields, `${id}:call:${index}`) : null
    return own ?? sharedBlock(block, id, losses)
  })
}

/** Null for what a question may hold as well. */
function answerBlock(block: Fields, place: string): ContentBlock[] | null {
  const { type, data, thinking, signature } = block
  switch (type) {
    case 'thinking': {
      const signed = nameOf(signature)
      return [{ type, text: textOf(thinking), ...(signed !== null && { signature: signed }) }]
    }
    case 'redacted_thinking':
      return [{ type, data: textOf(data) }]
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [callBlock(idOf(block.id) ?? place, block.name, block.input)]
    default:
      // What a tool of the provider's own came to, with a type of its own for each.
      return /_tool_result$/.test(textOf(type))
        ? [resultBlock(idOf(block.tool_use_id) ?? place, hostedResult(block))]
        : null
  }
}

function sharedBlock(block: unknown, id: string, losses: Losses): ContentBlock[] {
  const { type, text, citations, source, title, tool_use_id, content, is_error } = fieldsOf(block)
  switch (type) {
    case 'text': {
      const sources = listOf(citations).flatMap((citation) => sourceOf(fieldsOf(citation)) ?? [])
      return textBlocks(text).map((words) => ({ ...words, ...(sources.length > 0 && { citations: sources }) }))
    }
    case 'image':
    case 'document':
      return [fileOf(fieldsOf(source), nameOf(title), losses) ?? missingFile(SOURCE, title, block, losses)]
    case 'tool_result': {
      const said = contentOf(content, false, id, losses).filter((each) => each.type !== 'tool_result')
      return [resultBlock(idOf(tool_use_id) ?? `${id}:call`, said, is_error === true)]
    }
    default:
      return [lost(SOURCE, block, losses)]
  }
}

function fileOf(
  { type, media_type, data, url, content }: Fields,
  title: string | null,
  losses: Losses,
): ContentBlock | null {
  const name = title ?? 'file'
  if (type === 'base64') return blockOfBase64(data, media_type, name)
  if (type === 'url') return blockOfUrl(url, losses, name)
  const text =
    type === 'text'
      ? textOf(data)
      : listOf(content)
          .map((each) => textOf(fieldsOf(each).text))
          .join('\n\n')
  return text.trim() === '' ? null : documentOfText(text, title ?? 'document.txt')
}

function sourceOf({ url, title, document_title, cited_text }: Fields): Citation | null {
  const address = webAddressOf(url)
  const name = nameOf(title) ?? nameOf(document_title)
  if (address === null && name === null) return null
  const cited = nameOf(cited_text)
  return { ...(address && { url: address }), ...(name && { title: name }), ...(cited && { cited_text: cited }) }
}

function hostedResult({ content }: Fields): ContentBlock[] {
  const found = listOf(content).map((each) => {
    const { title, url } = fieldsOf(each)
    return [title, url].map(textOf).filter(Boolean).join('\n')
  })
  const text = found.filter(Boolean).join('\n\n')
  return textBlocks(text === '' && content !== undefined ? JSON.stringify(jsonOf(content)) : text)
}
