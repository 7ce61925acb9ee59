import { assertNever } from '../assert-never.ts'
import { type ContentBlock, isKnownBlock, type ToolResultBlock } from '../canonical/block.ts'
import type { HostedToolBlock } from '../canonical/hosted-tool.ts'
import { type Message, statusOf } from '../canonical/message.ts'
import { unknownKind } from '../canonical/unknown-kind.ts'
import { escapeHtml } from './escape-html.ts'
import type { IndexedChat, ReadableFormat } from './export-format.ts'
import { POLICY, STYLE } from './html-style.ts'
import { endOf, speakerOf } from './message-words.ts'
import type { ReadChat } from './read-chats.ts'
import { type Said, saidIn } from './said.ts'
import type { Uploads } from './uploads.ts'
import type { ExportWords } from './words.ts'

/** What is shown as a picture: anything else might be a document that runs. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** How text becomes HTML in which nothing is the writer's but words. */
export interface HtmlRenderer {
  markdown: (text: string) => string
  code: (code: string, language: string) => string
}

/** What is shown of a chat as one page, with all of its pictures and documents in it: it loads nothing and runs nothing. */
export function htmlFormat(words: ExportWords, renderer: HtmlRenderer): ReadableFormat {
  return {
    kind: 'html',
    ending: '.html',
    media_type: 'text/html; charset=utf-8',
    hasUploadsBeside: false,
    write: (chat, uploads) => writePage(chat, new BlockWriter(uploads, words, renderer), words),
    index: (chats) => indexPage(chats, words),
  }
}

async function* writePage(chat: ReadChat, writer: BlockWriter, words: ExportWords): AsyncGenerator<string> {
  const { title, system_prompt, cost_usd, unpriced_calls, created_at } = chat.session
  const heading = title ?? words.untitled
  yield pageHead(heading, words)
  const about = [words.moment(created_at), ...(cost_usd === null ? [] : [words.cost(cost_usd, unpriced_calls > 0)])]
  yield `<header><h1 dir="auto">${escapeHtml(heading)}</h1><p class="about">${escapeHtml(about.join(' · '))}</p></header>\n<main>\n`
  if (system_prompt)
    yield folded(escapeHtml(words.system_prompt), `<div class="plain" dir="auto">${escapeHtml(system_prompt)}</div>`)
  for await (const said of saidIn(chat)) yield* writer.message(said)
  yield `</main>\n</body>\n</html>\n`
}

function pageHead(title: string, { language }: ExportWords): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
`
}

function indexPage(chats: readonly IndexedChat[], words: ExportWords): string {
  const rows = chats.map(({ path, title, updated_at }) => {
    const time = `<time datetime="${updated_at}">${escapeHtml(words.moment(updated_at))}</time>`
    return `<li><a href="${path}" dir="auto">${escapeHtml(title ?? words.untitled)}</a>${time}</li>\n`
  })
  return `${pageHead(words.index, words)}<header><h1>${escapeHtml(words.index)}</h1></header>\n<ul class="index">\n${rows.join('')}</ul>\n</body>\n</html>\n`
}

type Results = Said['results']

class BlockWriter {
  readonly #uploads: Uploads
  readonly #words: ExportWords
  readonly #renderer: HtmlRenderer

  constructor(uploads: Uploads, words: ExportWords, renderer: HtmlRenderer) {
    this.#uploads = uploads
    this.#words = words
    this.#renderer = renderer
  }

  async *message({ message, results, isOther }: Said): AsyncGenerator<string> {
    const { id, role, content, created_at } = message
    if (isOther) {
      const time = `<time datetime="${created_at}">${escapeHtml(this.#words.moment(created_at))}</time>`
      yield `<div class="speaker"><h2>${escapeHtml(speakerOf(message, this.#words))}</h2>${time}</div>\n`
    }
    yield `<article id="m-${escapeHtml(id)}">\n`
    for (const block of content) {
      if (block.type === 'text' && role !== 'assistant') {
        // As it was typed.
        yield `<div class="said" dir="auto">${escapeHtml(block.text)}</div>\n`
      } else {
        yield* this.#block(block, results)
      }
    }
    yield this.#end(message)
    yield '</article>\n'
  }

  #end(message: Message): string {
    const end = endOf(message, this.#words)
    if (end === null) return ''
    const isFailed = statusOf(message) === 'error'
    return `<p class="end${isFailed ? ' failed' : ''}" dir="auto">${escapeHtml(end)}</p>\n`
  }

  async *#block(block: ContentBlock, results: Results): AsyncGenerator<string> {
    const words = this.#words
    if (!isKnownBlock(block)) {
      yield noteHtml(words.unsupported(unknownKind(block)))
      return
    }
    switch (block.type) {
      case 'text':
        if (block.text.trim() !== '') yield `<div class="answer">${this.#renderer.markdown(block.text)}</div>\n`
        yield this.#sources(block.citations ?? [])
        return
      case 'thinking':
        yield block.text === ''
          ? noteHtml(words.sealed_thoughts)
          : folded(escapeHtml(words.thoughts), this.#renderer.markdown(block.text))
        return
      case 'redacted_thinking':
        yield noteHtml(words.sealed_thoughts)
        return
      case 'image':
      case 'document':
        yield* this.#file(block)
        return
      case 'tool_use': {
        const input = block.raw_input ?? JSON.stringify(block.input, null, 2)
        yield this.#cardHead(block.name, input)
        const result = results.get(block.id)
        if (result) yield* this.#result(result)
        else yield noteHtml(words.no_result)
        yield '</details>\n'
        return
      }
      case 'hosted_tool':
        yield this.#cardHead(block.name, JSON.stringify(block.input, null, 2))
        yield this.#hosted(block)
        yield '</details>\n'
        return
      case 'tool_result':
        yield* this.#result(block)
        return
      default:
        assertNever(block)
    }
  }

  #cardHead(name: string, input: string): string {
    const title = `<code>${escapeHtml(this.#words.tool_call(name))}</code>`
    return `<details><summary>${title}</summary>\n${this.#part(this.#words.input)}${this.#renderer.code(input, 'json')}`
  }

  #part(title: string): string {
    return `<p class="part">${escapeHtml(title)}</p>`
  }

  async *#result({ content, is_error }: ToolResultBlock): AsyncGenerator<string> {
    yield this.#part(is_error ? this.#words.error : this.#words.result)
    for (const block of content) {
      if (block.type === 'image' || block.type === 'document') yield* this.#file(block)
      else yield this.#renderer.code(block.type === 'text' ? block.text : JSON.stringify(block, null, 2), '')
    }
  }

  #hosted({ result }: HostedToolBlock): string {
    const { output, text, error, sources = [] } = result ?? {}
    const printed = [output?.stdout, output?.stderr, text, error?.message].filter((each) => each).join('\n')
    const came = printed === '' ? '' : this.#part(this.#words.result) + this.#renderer.code(printed, '')
    return came + this.#sources(sources)
  }

  #sources(sources: readonly { url?: string | null | undefined; title?: string | null | undefined }[]): string {
    const items = new Set(
      sources.flatMap(({ url, title }) => {
        if (!url || !/^https?:\/\//i.test(url)) return []
        return `<li><a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(title || url)}</a></li>`
      }),
    )
    return items.size === 0 ? '' : `${this.#part(this.#words.sources)}<ul>${[...items].join('')}</ul>\n`
  }

  async *#file(block: Extract<ContentBlock, { type: 'image' | 'document' }>): AsyncGenerator<string> {
    const { type, source, media_type } = block
    const name = type === 'document' ? block.name : this.#words.picture
    const base64 = await this.#base64Of(source)
    if (base64 === null) {
      const isElsewhere = source.kind === 'url'
      yield noteHtml(isElsewhere ? this.#words.picture_elsewhere(source.data) : this.#words.file_gone(name))
      return
    }
    if (type === 'image' && PICTURES.has(media_type)) {
      yield `<img alt="${escapeHtml(name)}" src="data:${media_type};base64,`
      yield base64
      yield '">\n'
      return
    }
    yield `<p><a class="file" download="${escapeHtml(fileName(name))}" href="data:application/octet-stream;base64,`
    yield base64
    yield `" dir="auto">${escapeHtml(name)}</a></p>\n`
  }

  async #base64Of({ kind, data }: { kind: string; data: string }): Promise<string | null> {
    if (kind === 'base64') return /^[A-Za-z0-9+/]*={0,2}$/.test(data) ? data : null
    const file = kind === 'file_ref' ? await this.#uploads.get(data) : null
    return file && Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).toString('base64')
  }
}

function folded(title: string, inside: string): string {
  return `<details><summary>${title}</summary>\n${inside}\n</details>\n`
}

function noteHtml(text: string): string {
  return `<p class="elsewhere" dir="auto">${escapeHtml(text)}</p>\n`
}

/** As a download may be called: nothing that leads to another folder. */
function fileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_').slice(0, 150) || 'file'
}
