import { assertNever } from '../../../assert-never.ts'
import type { ContentBlock, DocumentBlock, ImageBlock, ToolResultBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import { asError } from '../../history/tool-result-text.ts'
import type { WireItem } from './wire.ts'

export function textPart(text: string): WireItem {
  return { type: 'input_text', text }
}

/** By its URL, or as one that holds the bytes: a file reference has become its bytes when the history was cleaned. */
export function picturePart({ source, media_type }: ImageBlock): WireItem {
  const image_url = source.kind === 'url' ? source.data : `data:${media_type};base64,${source.data}`
  return { type: 'input_image', image_url, detail: 'auto' }
}

/** With its name, by which the host also tells what it is (wire-rule 144). */
function filePart({ source, media_type, name: filename }: DocumentBlock): WireItem {
  if (source.kind === 'url') return { type: 'input_file', file_url: source.data }
  return { type: 'input_file', filename, file_data: `data:${media_type};base64,${source.data}` }
}

/** What a USER message says. */
export function userParts(content: readonly ContentBlock[]): WireItem[] {
  return content.flatMap((block): WireItem[] => {
    switch (block.type) {
      case 'text':
        return block.text === '' ? [] : [textPart(block.text)]
      case 'image':
        return [picturePart(block)]
      case 'document':
        return [filePart(block)]
      case 'tool_use':
      case 'tool_result':
      case 'thinking':
      case 'redacted_thinking':
      case 'hosted_tool':
        // Clean history has none here.
        return []
      default:
        return assertNever(block)
    }
  })
}

/** A plain string where there is only text, which every host takes; typed parts with pictures and files in place (wire-rules 81 and 135). */
export function toolOutput({ content, is_error }: ToolResultBlock): string | WireItem[] {
  if (content.every(isBlockOf('text'))) {
    const text = content.map((block) => block.text).join('\n')
    return is_error ? asError(text) : text
  }
  const parts = userParts(content)
  if (!is_error) return parts
  const [first, ...rest] = parts
  return first?.type === 'input_text'
    ? [textPart(asError(String(first.text))), ...rest]
    : [textPart(asError('')), ...parts]
}
