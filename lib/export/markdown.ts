import { assertNever } from '../assert-never.ts'
import { type ContentBlock, isKnownBlock, type ToolResultBlock } from '../canonical/block.ts'
import type { HostedToolBlock } from '../canonical/hosted-tool.ts'
import { unknownKind } from '../canonical/unknown-kind.ts'
import { escapeHtml } from './escape-html.ts'
import type { IndexedChat, ReadableFormat } from './export-format.ts'
import { endOf, speakerOf } from './message-words.ts'
import type { ReadChat } from './read-chats.ts'
import { saidIn } from './said.ts'
import type { Uploads } from './uploads.ts'
import type { ExportWords } from './words.ts'

/** What is shown of chats as Markdown: pictures and documents go beside it as files. */
export function markdownFormat(words: ExportWords): ReadableFormat {
  return {
    kind: 'markdown',
    ending: '.md',
    media_type: 'text/markdown; charset=utf-8',
    hasUploadsBeside: true,
    write: (chat, uploads) => writeChat(chat, uploads, words),
    index: (chats) => indexOf(chats, words),
  }
}

async function* writeChat(chat: ReadChat, uploads: Uploads, words: ExportWords): AsyncGenerator<string> {
  const { title, system_prompt, cost_usd, unpriced_calls, created_at } = chat.session
  yield `# ${inOneLine(title ?? words.untitled)}\n\n`
  const cost = cost_usd === null ? [] : [words.cost(cost_usd, unpriced_calls > 0)]
  yield `*${[words.moment(created_at), ...cost].join(' · ')}*\n\n`
  if (system_prompt) yield folded(words.system_prompt, quoted(system_prompt))
  const writer = new BlockWriter(uploads, words)
  for await (const { message, results, isOther } of saidIn(chat)) {
    if (isOther) yield `## ${inOneLine(speakerOf(message, words))}\n\n*${words.moment(message.created_at)}*\n\n`
    for (const block of message.content) yield writer.block(block, results)
    const end = endOf(message, words)
    if (end !== null) yield `*${inOneLine(end)}*\n\n`
  }
}

type Results = ReadonlyMap<string, ToolResultBlock>

class BlockWriter {
  readonly #uploads: Uploads
  readonly #words: ExportWords

  constructor(uploads: Uploads, words: ExportWords) {
    this.#uploads = uploads
    this.#words = words
  }

  block(block: ContentBlock, results: Results): string {
    const words = this.#words
    // Of a type that a newer version added; what cannot be read says so by itself.
    if (!isKnownBlock(block)) return `*${inOneLine(words.unsupported(unknownKind(block)))}*\n\n`
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? '' : `${block.text.trimEnd()}\n\n${this.#sources(block.citations ?? [])}`
      case 'thinking':
        return block.text === '' ? `*${words.sealed_thoughts}*\n\n` : folded(words.thoughts, quoted(block.text))
      case 'redacted_thinking':
        return `*${words.sealed_thoughts}*\n\n`
      case 'image':
      case 'document':
        return `${this.#file(block)}\n\n`
      case 'tool_use': {
        const input = block.raw_input ?? JSON.stringify(block.input, null, 2)
        const result = results.get(block.id)
        const came = result ? this.#result(result) : `*${words.no_result}*\n\n`
        return folded(words.tool_call(block.name), `**${words.input}**\n\n${fenced(input, 'json')}${came}`)
      }
      case 'hosted_tool':
        return folded(words.tool_call(block.name), this.#hosted(block))
      case 'tool_result':
        return this.#result(block)
      default:
        return assertNever(block)
    }
  }

  #result({ content, is_error }: ToolResultBlock): string {
    const parts = content.map((block) => {
      if (block.type === 'image' || block.type === 'document') return `${this.#file(block)}\n\n`
      return fenced(block.type === 'text' ? block.text : JSON.stringify(block, null, 2))
    })
    return `**${is_error ? this.#words.error : this.#words.result}**\n\n${parts.join('')}`
  }

  #hosted({ input, result }: HostedToolBlock): string {
    const { output, text, error, sources = [] } = result ?? {}
    const printed = [output?.stdout, output?.stderr, text, error?.message].filter((each) => each).join('\n')
    return [
      `**${this.#words.input}**\n\n${fenced(JSON.stringify(input, null, 2), 'json')}`,
      ...(printed === '' ? [] : [`**${this.#words.result}**\n\n${fenced(printed)}`]),
      this.#sources(sources),
    ].join('')
  }

  #sources(sources: readonly { url?: string | null | undefined; title?: string | null | undefined }[]): string {
    const links = new Set(
      sources.flatMap(({ url, title }) => (url ? [`- [${inOneLine(title || url)}](<${encodeURI(url)}>)\n`] : [])),
    )
    return links.size === 0 ? '' : `**${this.#words.sources}**\n\n${[...links].join('')}\n`
  }

  #file(block: Extract<ContentBlock, { type: 'image' | 'document' }>): string {
    const words = this.#words
    const name = block.type === 'document' ? block.name : words.picture
    const { kind, data } = block.source
    const mark = block.type === 'image' ? '!' : ''
    if (kind === 'file_ref') {
      const path = this.#uploads.want({ data, media_type: block.media_type })
      return path === null ? `*${inOneLine(words.file_gone(name))}*` : `${mark}[${inOneLine(name)}](../${path})`
    }
    if (kind === 'base64' && block.type === 'image')
      return `![${inOneLine(name)}](data:${block.media_type};base64,${data})`
    // Who opens the file shall not load it unasked.
    return kind === 'url' ? `*${inOneLine(words.picture_elsewhere(data))}*` : `*${inOneLine(words.file_gone(name))}*`
  }
}

function indexOf(chats: readonly IndexedChat[], words: ExportWords): string {
  const rows = chats.map(({ path, title, updated_at }) => {
    return `- [${inOneLine(title ?? words.untitled)}](${path}) · ${words.moment(updated_at)}\n`
  })
  return `# ${words.index}\n\n${rows.join('')}`
}

/** Folded where HTML is understood. What is in it cannot end it: its lines are quoted, or stand between marks. */
function folded(title: string, inside: string): string {
  return `<details>\n<summary>${escapeHtml(oneLine(title))}</summary>\n\n${inside.trimEnd()}\n\n</details>\n\n`
}

function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ')
}

/** Between marks that are longer than any in it. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}${language}\n${text}\n${mark}\n\n`
}

/** A name or a title, in which nothing is Markdown or HTML. */
function inOneLine(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<>#&|~]/g, '\\$&')
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
