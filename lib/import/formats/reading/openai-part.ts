import type { ContentBlock } from '../../../canonical/block.ts'
import type { ImportSource } from '../../imported-chat.ts'
import { blockOfBase64, blockOfUrl, lost, missingFile, textBlocks } from './block.ts'
import type { Losses } from './losses.ts'
import { type Fields, fieldsOf, listOf, nameOf, textOf } from './value.ts'

/** Content as OpenAI's APIs have it, and most products after them: a text, or a list of parts. */
export function contentOfParts(content: unknown, source: ImportSource, losses: Losses): ContentBlock[] {
  if (typeof content === 'string') return textBlocks(content)
  const parts = Array.isArray(content) ? content : [content]
  return parts.flatMap((part) => (part === null || part === undefined ? [] : partBlocks(part, source, losses)))
}

function partBlocks(part: unknown, source: ImportSource, losses: Losses): ContentBlock[] {
  if (typeof part === 'string') return textBlocks(part)
  const fields = fieldsOf(part)
  switch (fields.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return textBlocks(fields.text)
    case 'refusal':
      return textBlocks(fields.refusal)
    case 'image_url':
    case 'input_image': {
      const url = fieldsOf(fields.image_url).url ?? fields.image_url
      return [blockOfUrl(url, losses) ?? missingFile(source, fields.file_id, part, losses)]
    }
    case 'file':
    case 'input_file':
      return [
        fileOf({ ...fields, ...fieldsOf(fields.file) }, losses) ?? missingFile(source, nameIn(fields), part, losses),
      ]
    case 'input_audio':
      losses.add('audio')
      return []
    default:
      return [lost(source, part, losses)]
  }
}

function nameIn({ file, filename }: Fields): unknown {
  return fieldsOf(file).filename ?? filename
}

/** `file_data` is a data URL, or base64 alone. */
function fileOf({ file_data, filename }: Fields, losses: Losses): ContentBlock | null {
  const name = nameOf(filename) ?? 'file'
  const isUrl = typeof file_data === 'string' && file_data.startsWith('data:')
  return isUrl ? blockOfUrl(file_data, losses, name) : blockOfBase64(file_data, '', name)
}

/** A call as the Chat Completions API has it. */
export function calledFunction(call: unknown): { id: unknown; name: unknown; input: unknown } {
  const { id, function: called, custom } = fieldsOf(call)
  const { name, arguments: input } = fieldsOf(called ?? custom)
  return { id, name, input: input ?? fieldsOf(custom).input }
}

/** Thoughts under the names that hosts of that API give them. */
export function thoughtIn({ reasoning_content, reasoning, reasoning_details }: Fields): string {
  const details = listOf(reasoning_details).map((each) => textOf(fieldsOf(each).text ?? fieldsOf(each).summary))
  return textOf(reasoning_content) || textOf(reasoning) || details.join('')
}
