import type { ContentBlock, DocumentBlock, FileSource, ImageBlock, ToolUseBlock } from '../../../canonical/block.ts'
import { finishToolInput } from '../../../canonical/tool-input.ts'
import { sniffImageType } from '../../../media/base64-type.ts'
import { cleanFileName } from '../../../media/file-name.ts'
import type { ImportSource } from '../../imported-chat.ts'
import type { Losses } from './losses.ts'
import { fieldsOf, jsonObjectOf, jsonOf, textOf } from './value.ts'

/** Empty where there is nothing to read. */
export function textBlocks(value: unknown): ContentBlock[] {
  const text = textOf(value)
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

export function thinkingBlocks(value: unknown): ContentBlock[] {
  const text = textOf(value)
  return text.trim() === '' ? [] : [{ type: 'thinking', text }]
}

/** A part that has no place here, as it was: shown as a part of an unknown kind, sent to nobody, and exported with the rest. */
export function unsupported(source: ImportSource, original_type: unknown, value: unknown): ContentBlock {
  const block = { type: 'unsupported', source, original_type: textOf(original_type), value: jsonOf(value) }
  return block as unknown as ContentBlock
}

/** The same, counted under its type. */
export function lost(source: ImportSource, value: unknown, losses: Losses): ContentBlock {
  const { type, content_type } = fieldsOf(value)
  const original = textOf(type) || textOf(content_type) || typeof value
  losses.add('unsupported', original)
  return unsupported(source, original, value)
}

/** A file that the export only names. */
export function missingFile(source: ImportSource, name: unknown, value: unknown, losses: Losses): ContentBlock {
  losses.add('missing_file', textOf(name))
  return unsupported(source, 'file', value)
}

/** A call with its arguments as a product keeps them: an object, or JSON as text, or any text at all. */
export function callBlock(id: string, name: unknown, input: unknown): ToolUseBlock {
  const call = { type: 'tool_use' as const, id, name: textOf(name) || 'tool' }
  if (typeof input === 'string') {
    const read = finishToolInput(textOf(input))
    return { ...call, ...read, input: jsonObjectOf(read.input) }
  }
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (isObject || input === null || input === undefined) return { ...call, input: jsonObjectOf(input ?? {}) }
  return { ...call, input: {}, raw_input: JSON.stringify(jsonOf(input)) }
}

export function resultBlock(id: string, content: ContentBlock[], isError = false): ContentBlock {
  return { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }
}

const IMAGE = /^image\//
function fileBlock(source: FileSource, media_type: string, name: string): ImageBlock | DocumentBlock {
  if (IMAGE.test(media_type)) return { type: 'image', source, media_type }
  return { type: 'document', source, media_type, name: cleanFileName(name) }
}

/** Null where there are no bytes. */
export function blockOfBase64(base64: unknown, media_type: unknown, name = 'file'): ImageBlock | DocumentBlock | null {
  if (typeof base64 !== 'string' || !/^[\w+/=\s-]+$/.test(base64)) return null
  const seen = sniffImageType(base64)
  const said = textOf(media_type).toLowerCase()
  return fileBlock({ kind: 'base64', data: base64 }, seen ?? (said || 'application/octet-stream'), name)
}
