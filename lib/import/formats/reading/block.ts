import type { ContentBlock, DocumentBlock, FileSource, ImageBlock, ToolUseBlock } from '../../../canonical/block.ts'
import { finishToolInput } from '../../../canonical/tool-input.ts'
import { sniffImageType } from '../../../media/base64-type.ts'
import { cleanFileName, extensionOf } from '../../../media/file-name.ts'
import { type ImportSource, MEMBER } from '../../imported-chat.ts'
import type { Losses } from './losses.ts'
import { fieldsOf, jsonObjectOf, jsonOf, textOf, webAddressOf } from './value.ts'

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
/** Of a picture of which the export says no more: only its bytes tell. */
const SOME_PICTURE = 'image/*'
const BY_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  txt: 'text/plain',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
}

/** Null for what nobody can tell from a name. */
function typeByName(name: string): string | null {
  const extension = extensionOf(name)
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null
}

interface MemberAbout {
  name?: string | null | undefined
  media_type?: string | null | undefined
  /** Whether the export says so by its place. */
  isPicture?: boolean
}

/** A picture or a document that is a member of the archive. */
export function memberBlock(
  member: string,
  { name, media_type, isPicture = false }: MemberAbout,
): ImageBlock | DocumentBlock {
  const said = media_type || typeByName(name ?? '') || typeByName(member)
  const type = isPicture && !(said && IMAGE.test(said)) ? SOME_PICTURE : (said ?? 'application/octet-stream')
  return fileBlock({ kind: 'file_ref', data: `${MEMBER}${member}` }, type, name || member)
}

/** A text that the export holds in place of the file it was in. */
export function documentOfText(text: string, name: string, media_type?: string): DocumentBlock {
  const data = Buffer.from(text).toString('base64')
  const type = media_type ?? typeByName(name) ?? 'text/plain'
  return { type: 'document', source: { kind: 'base64', data }, media_type: type, name: cleanFileName(name) }
}

function fileBlock(source: FileSource, media_type: string, name: string): ImageBlock | DocumentBlock {
  if (IMAGE.test(media_type)) return { type: 'image', source, media_type }
  return { type: 'document', source, media_type, name: cleanFileName(name) }
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[^;,]*)*;base64$/i

/**
 * A file by its address: the bytes of a data URL, else a picture that stays where it is, which is counted. Null for any other
 * address.
 */
export function blockOfUrl(value: unknown, losses: Losses, name = 'file'): ImageBlock | DocumentBlock | null {
  const url = typeof value === 'string' ? value.trim() : ''
  if (/^data:/i.test(url)) return blockOfDataUrl(url, name)
  if (webAddressOf(url) === null) return null
  losses.add('remote_file')
  return {
    type: 'image',
    source: { kind: 'url', data: url },
    media_type: typeByName(url.split(/[?#]/)[0] ?? '') ?? 'image/*',
  }
}

function blockOfDataUrl(url: string, name: string): ImageBlock | DocumentBlock | null {
  const comma = url.indexOf(',')
  const declared = DATA_URL.exec(url.slice(0, Math.max(0, Math.min(comma, 200))))
  return declared === null ? null : blockOfBase64(url.slice(comma + 1), declared[1] ?? '', name)
}

/** Null where there are no bytes. */
export function blockOfBase64(base64: unknown, media_type: unknown, name = 'file'): ImageBlock | DocumentBlock | null {
  if (typeof base64 !== 'string' || !/^[\w+/=\s-]+$/.test(base64)) return null
  const seen = sniffImageType(base64)
  const said = textOf(media_type).toLowerCase()
  return fileBlock({ kind: 'base64', data: base64 }, seen ?? (said || 'application/octet-stream'), name)
}
