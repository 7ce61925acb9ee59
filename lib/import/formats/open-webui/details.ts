import type { ContentBlock } from '../../../canonical/block.ts'
import { callBlock, resultBlock, textBlocks, thinkingBlocks } from '../reading/block.ts'

// Older versions fold thoughts and calls into the text: `<details type="reasoning" …><summary>…</summary>…</details>`, with
// what stands in it escaped.

const OPEN = '<details type="'
const CLOSE = '</details>'

/** The blocks of a text with what is folded in it taken apart; a fold of a kind that nobody knows stays text. */
export function foldedBlocks(text: string, id: string): ContentBlock[] {
  const blocks: ContentBlock[] = []
  let read = 0
  // Each is looked for again only behind where it was found: a text may be full of beginnings without an end.
  let head = -1
  let end = -1
  for (let start = text.indexOf(OPEN); start !== -1; ) {
    const next = text.indexOf(OPEN, start + OPEN.length)
    if (head < start) head = text.indexOf('>', start)
    if (end < head) end = text.indexOf(CLOSE, head)
    if (head === -1 || end === -1) break
    const isWhole = start >= read && (next === -1 || head < next)
    const place = `${id}:call:${blocks.length}`
    const folded = isWhole ? foldedBlock(text.slice(start, head), text.slice(head + 1, end), place) : null
    if (folded !== null) {
      blocks.push(...textBlocks(text.slice(read, start).trim()), ...folded)
      read = end + CLOSE.length
    }
    start = next
  }
  return [...blocks, ...textBlocks(read === 0 ? text : text.slice(read).trim())]
}

function foldedBlock(head: string, body: string, place: string): ContentBlock[] | null {
  const attributes = new Map(
    [...head.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value ?? '')]),
  )
  switch (attributes.get('type')) {
    case 'reasoning':
      return thinkingBlocks(unquoted(body))
    case 'tool_calls': {
      const id = attributes.get('id') || place
      const call = callBlock(id, attributes.get('name'), fromJson(attributes.get('arguments')))
      const result = attributes.get('result')
      return result === undefined ? [call] : [call, resultBlock(id, textBlocks(asText(fromJson(result))))]
    }
    default:
      return null
  }
}

/** A quotation, one `>` on each line, below its summary. */
function unquoted(body: string): string {
  const end = body.indexOf('</summary>')
  const quotation = unescaped(end === -1 ? body : body.slice(end + '</summary>'.length))
  return quotation.replace(/^> ?/gm, '').trim()
}

/** Arguments and results are JSON inside of JSON, at times. */
function fromJson(text: string | undefined): unknown {
  if (text === undefined) return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#x27': "'",
  '#39': "'",
  nbsp: ' ',
}

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|amp|#x27|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
