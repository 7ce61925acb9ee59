import { type ContentBlock, isBlockOf, isKnownBlock, type ToolResultBlock } from '../canonical/block.ts'
import { countWords, readableText } from '../canonical/find-words.ts'
import type { HostedToolBlock, HostedToolResult } from '../canonical/hosted-tool.ts'

export interface FoundPart {
  /** How often the words stand there. */
  count: number
  /** Which of its thoughts and tools, from 0; absent for what is said in the open. */
  fold?: number
}

/**
 * Where words stand in a message as a page shows it: what is said in the open, and thoughts and tools each in a fold, of
 * which the first is 0. What came of its calls stands in other messages, and is shown with them.
 */
export function foundParts(
  content: readonly ContentBlock[],
  results: readonly ToolResultBlock[],
  words: string,
  pattern: RegExp,
): FoundPart[] {
  const parts: FoundPart[] = []
  let open: string[] = []
  let fold = 0
  const add = (text: string, place: Omit<FoundPart, 'count'>) => {
    const count = countWords(text, pattern)
    if (count > 0) parts.push({ ...place, count })
  }
  const endOpen = () => {
    add(readableText(open, words), {})
    open = []
  }
  for (const block of content.filter(isKnownBlock)) {
    if (block.type === 'text') open.push(block.text)
    const folded = foldedText(block, results, words)
    if (folded === null) continue
    endOpen()
    add(folded, { fold })
    fold += 1
  }
  endOpen()
  return parts
}

/** Null for what is not folded. */
function foldedText(block: ContentBlock, results: readonly ToolResultBlock[], words: string): string | null {
  switch (block.type) {
    case 'thinking':
      return block.text === '' ? null : readableText([block.text], words)
    case 'tool_use': {
      const result = results.find(({ tool_use_id }) => tool_use_id === block.id)
      return [block.raw_input ?? JSON.stringify(block.input, null, 2), ...(result?.content ?? []).map(resultText)].join(
        '\n\n',
      )
    }
    case 'hosted_tool':
      return hostedText(block)
    default:
      return null
  }
}

function resultText(block: ContentBlock): string {
  if (isBlockOf('text')(block)) return block.text
  if (isBlockOf('document')(block)) return block.title ?? block.name
  return isBlockOf('image')(block) ? '' : JSON.stringify(block, null, 2)
}

function hostedText({ input, result }: HostedToolBlock): string {
  const [only] = Object.values(input)
  const isWords = Object.keys(input).length === 1 && typeof only === 'string'
  const asked = isWords ? only : JSON.stringify(input, null, 2)
  return [Object.keys(input).length > 0 ? asked : '', ...(result ? cameBack(result) : [])].join('\n\n')
}

function cameBack({ sources, output, text, error }: HostedToolResult): string[] {
  return [
    ...(sources ?? []).map(({ title, url }) => title ?? url ?? ''),
    output?.stdout ?? '',
    output?.stderr ?? '',
    text ?? '',
    error?.message ?? '',
  ]
}
