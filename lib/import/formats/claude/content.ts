import type { ContentBlock, TextBlock } from '../../../canonical/block.ts'
import type { Citation } from '../../../canonical/hosted-tool.ts'
import { callBlock, lost, missingFile, resultBlock, textBlocks, thinkingBlocks } from '../reading/block.ts'
import { idOf } from '../reading/chat.ts'
import type { Losses } from '../reading/losses.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf, webAddressOf } from '../reading/value.ts'

export function questionBlocks(content: readonly unknown[], losses: Losses): ContentBlock[] {
  return content.flatMap((value) => {
    const block = fieldsOf(value)
    return block.type === 'text' ? textWithSources(block) : lost('claude', value, losses)
  })
}

/** The blocks of an answer, with calls and results that name each other: many have no ids, and go in their order. */
export function answerBlocks(id: string, content: readonly unknown[], losses: Losses): ContentBlock[] {
  const open: string[] = []
  return content.flatMap((value, index): ContentBlock[] => {
    const block = fieldsOf(value)
    switch (block.type) {
      case 'text':
        return textWithSources(block)
      case 'thinking':
        return thoughtBlocks(block)
      case 'redacted_thinking':
        return typeof block.data === 'string' ? [{ type: 'redacted_thinking', data: textOf(block.data) }] : []
      case 'tool_use': {
        const call = callBlock(idOf(block.id) ?? `${id}:call:${index}`, block.name, block.input)
        open.push(call.id)
        return [call]
      }
      case 'tool_result': {
        const named = idOf(block.tool_use_id)
        const place = named === null ? 0 : open.indexOf(named)
        const [call] = place === -1 ? [] : open.splice(place, 1)
        const content = resultContent(block.content, losses)
        const answered = call ?? named ?? `${id}:call:${index}`
        const result = resultBlock(answered, content, block.is_error === true)
        // Without its call it could not be seen.
        return call === undefined ? [callBlock(answered, block.name, {}), result] : [result]
      }
      case 'token_budget':
        return []
      default:
        return [lost('claude', value, losses)]
    }
  })
}

function thoughtBlocks({ thinking, summaries, signature }: Fields): ContentBlock[] {
  const summary = listOf(summaries).map((each) => textOf(fieldsOf(each).summary))
  const [block] = thinkingBlocks(nameOf(thinking) ?? summary.filter(Boolean).join('\n\n'))
  const signed = nameOf(signature)
  if (block === undefined && signed === null) return []
  return [{ type: 'thinking', text: '', ...block, ...(signed !== null && { signature: signed }) } as ContentBlock]
}

function textWithSources({ text, citations }: Fields): ContentBlock[] {
  const [block] = textBlocks(text)
  if (block?.type !== 'text') return []
  const sources = listOf(citations).flatMap((citation) => sourceOf(fieldsOf(citation), block))
  return [{ ...block, ...(sources.length > 0 && { citations: sources }) }]
}

function sourceOf({ details, start_index: start, end_index: end }: Fields, { text }: TextBlock): Citation[] {
  const { url, title } = fieldsOf(details)
  const address = webAddressOf(url)
  if (address === null) return []
  const isPlaced =
    Number.isInteger(start) && Number.isInteger(end) && 0 <= Number(start) && Number(start) <= Number(end)
  const range = isPlaced && Number(end) <= text.length ? { start: Number(start), end: Number(end) } : {}
  const name = nameOf(title)
  return [{ url: address, ...(name !== null && { title: name }), ...range }]
}

function resultContent(content: unknown, losses: Losses): ContentBlock[] {
  if (typeof content === 'string') return textBlocks(content)
  return listOf(content).flatMap((value) => {
    const { type, text, title, url, name } = fieldsOf(value)
    switch (type) {
      case 'text':
        return textBlocks(text)
      case 'knowledge': {
        const head = [title, url].map(textOf).filter(Boolean).join('\n')
        return textBlocks([head, textOf(text)].filter(Boolean).join('\n\n'))
      }
      case 'local_resource':
      case 'image':
      case 'image_gallery':
        return missingFile('claude', name, value, losses)
      default:
        return lost('claude', value, losses)
    }
  })
}
