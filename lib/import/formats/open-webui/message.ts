import type { ContentBlock } from '../../../canonical/block.ts'
import type { Citation } from '../../../canonical/hosted-tool.ts'
import type { Said } from '../reading/answer.ts'
import {
  blockOfUrl,
  callBlock,
  documentOfText,
  lost,
  missingFile,
  resultBlock,
  thinkingBlocks,
} from '../reading/block.ts'
import { idOf } from '../reading/chat.ts'
import type { Losses } from '../reading/losses.ts'
import { contentOfParts } from '../reading/openai-part.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, webAddressOf } from '../reading/value.ts'
import { foldedBlocks } from './details.ts'

const SOURCE = 'openwebui'
const MOST_SOURCES = 50

export function questionIn({ content, files }: Fields, losses: Losses): ContentBlock[] {
  return [...contentOfParts(content, SOURCE, losses), ...listOf(files).map((file) => fileBlock(file, losses))]
}

/** A picture as a data URL, a document with the text that was read of it, or only a name. */
function fileBlock(value: unknown, losses: Losses): ContentBlock {
  const { type, url, name, file } = fieldsOf(value)
  const inner = fieldsOf(file)
  const called = nameOf(name) ?? nameOf(inner.filename) ?? nameOf(type)
  const text = nameOf(fieldsOf(inner.data).content)
  const picture = type === 'image' ? blockOfUrl(url, losses, called ?? 'file') : null
  if (picture !== null) return picture
  return text === null ? missingFile(SOURCE, called, value, losses) : documentOfText(text, called ?? 'document.txt')
}

/** Newer versions keep `output`, and in `content` the same once more, folded into HTML. */
export function answerIn(message: Fields, id: string, losses: Losses): Said & { content: ContentBlock[] } {
  const { content, output, files, model, done, error } = message
  const items = listOf(output).flatMap((item, index) => itemBlocks(item, `${id}:call:${index}`, losses))
  const folded = typeof content === 'string' ? foldedBlocks(textOf(content), id) : null
  const said = items.length > 0 ? items : (folded ?? contentOfParts(content, SOURCE, losses))
  const pictures = listOf(files).map((file) => fileBlock(file, losses))
  const name = nameOf(model)
  return {
    content: [...withSources(said, sourcesIn(message)), ...pictures],
    ...(name !== null && { model: name }),
    ...endOf(error, done),
  }
}

function endOf(error: unknown, done: unknown): Said {
  if (error === undefined || error === null || error === false) return done === false ? { status: 'cancelled' } : {}
  const words = nameOf(fieldsOf(error).content) ?? nameOf(error)
  return { status: 'error', ...(words !== null && { error: words }) }
}

function itemBlocks(item: unknown, place: string, losses: Losses): ContentBlock[] {
  const { type, content, summary, call_id, name, arguments: input, output } = fieldsOf(item)
  switch (type) {
    case 'message':
      return contentOfParts(content, SOURCE, losses)
    case 'reasoning': {
      const parts = listOf(content).length > 0 ? content : summary
      return thinkingBlocks(
        listOf(parts)
          .map((part) => textOf(fieldsOf(part).text))
          .join('\n\n'),
      )
    }
    case 'function_call':
      return [callBlock(idOf(call_id) ?? place, name, input)]
    case 'function_call_output':
      return [resultBlock(idOf(call_id) ?? place, contentOfParts(output, SOURCE, losses))]
    default:
      return [lost(SOURCE, item, losses)]
  }
}

/** What an answer stands on, as a whole: no version says which words. */
function sourcesIn({ sources, citations }: Fields): Citation[] {
  const all = listOf(sources ?? citations).flatMap((value) => {
    const { source, document, metadata } = fieldsOf(value)
    const { name, url } = fieldsOf(source)
    const address = webAddressOf(url) ?? webAddressOf(fieldsOf(listOf(metadata)[0]).source) ?? webAddressOf(name)
    const title = nameOf(name)
    const cited = nameOf(listOf(document)[0])
    if (address === null && title === null) return []
    return [{ ...(address && { url: address }), ...(title && { title }), ...(cited && { cited_text: cited }) }]
  })
  return all.slice(0, MOST_SOURCES)
}

/** On the last words of the answer. */
function withSources(blocks: ContentBlock[], citations: Citation[]): ContentBlock[] {
  const last = blocks.findLastIndex(({ type }) => type === 'text')
  if (citations.length === 0 || last === -1) return blocks
  return blocks.map((block, index) => (index === last && block.type === 'text' ? { ...block, citations } : block))
}
