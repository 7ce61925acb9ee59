import { assertNever } from '../../assert-never.ts'
import type { ImageBlock, ToolResultBlock } from '../../canonical/block.ts'

/**
 * A result as text, for formats whose tool message takes nothing else (wire-rule 59). Its pictures come out beside it, to follow in
 * a user message after all results of the batch (wire-rules 57 and 58, design §3.14).
 */
export function toolResultText(
  result: ToolResultBlock,
  firstPicture: number,
): { text: string; pictures: ImageBlock[] } {
  const pictures: ImageBlock[] = []
  const pieces: string[] = []
  for (const block of result.content) {
    switch (block.type) {
      case 'text':
        pieces.push(block.text)
        break
      case 'image':
        pieces.push(`[picture ${firstPicture + pictures.length}: in the message after the tool results]`)
        pictures.push(block)
        break
      case 'document':
      case 'tool_use':
      case 'tool_result':
      case 'thinking':
      case 'redacted_thinking':
      case 'hosted_tool':
        // Clean history has none here.
        break
      default:
        assertNever(block)
    }
  }
  const text = pieces.join('\n')
  return { text: result.is_error ? asError(text) : text, pictures }
}

/** The wire has no field for it, and the model must know. */
export function asError(text: string): string {
  if (text === '') return 'Error: the tool failed and said nothing.'
  return /^error\b/i.test(text) ? text : `Error: ${text}`
}
