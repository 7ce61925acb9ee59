import type { DocumentBlock } from '../canonical/block.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { isPlainText } from '../canonical/plain-text.ts'
import { type DocumentReading, hasText } from './document-reading.ts'

/** How a document goes to a target (wire-rule 151). */
export type DocumentForm =
  /** As it is, to a host that reads it. */
  | { as: 'file' }
  /** By its address, which the host opens. */
  | { as: 'address' }
  /** Its text, as a file of this type. */
  | { as: 'text_file'; media_type: string; text: string }
  /** Its text, among the words of the message. */
  | { as: 'text'; text: string }
  | { as: 'nothing' }

interface Asked {
  block: DocumentBlock
  /** Null where the file is not there, or was never read. */
  reading: DocumentReading | null
  /** Of the file as base64 text; null where it is not there. */
  base64_bytes: number | null
  in_result: boolean
  room: DocumentRoom
}

/**
 * Native, then text in a file, then text, then nothing, with the reason for what is not as stored (null: it is). Depends
 * on the history before the document and on the target alone: what comes later never changes how it goes.
 */
export function documentForm(asked: Asked): { form: DocumentForm; reason: string | null } {
  const { block, reading, room } = asked
  const { media_type, source } = block
  if (source.kind === 'url') {
    const problem = hostProblem(asked) ?? (room.limits?.by_address ? null : 'the model opens no addresses')
    return problem === null
      ? { form: { as: 'address' }, reason: null }
      : { form: { as: 'nothing' }, reason: `${problem}, and its file is not here` }
  }
  const text = reading?.text ?? null
  if (text !== null && isPlainText(media_type)) return textForm(text, asked, null)

  const problem = parserProblem(asked, text) ?? fileProblem(asked)
  if (problem === null) return { form: { as: 'file' }, reason: null }
  if (text === null || !hasText({ text })) {
    return {
      form: { as: 'nothing' },
      reason: reading ? `${problem}, and there is no text in it to send instead` : problem,
    }
  }
  return textForm(text, asked, `${problem}: its text is sent`)
}

function textForm(text: string, asked: Asked, converted: string | null): { form: DocumentForm; reason: string | null } {
  const cut = asked.reading?.is_cut ? `only the first ${text.length} characters of its text are kept` : null
  const reason = [converted, cut].filter((each) => each !== null).join('; ') || null
  const type = textTypeOf(asked)
  if (type !== null && asked.room.take({ base64_bytes: Math.ceil(text.length * 1.4), pages: 0 }) === null) {
    return { form: { as: 'text_file', media_type: type, text }, reason }
  }
  const inline = converted ?? `${hostProblem(asked) ?? 'there is no room for it as a file'}: it is sent as text`
  return { form: { as: 'text', text }, reason: cut === null ? inline : `${inline}; ${cut}` }
}

function textTypeOf({ block, in_result, room: { limits } }: Asked): string | null {
  if (!limits || (in_result && !limits.in_results)) return null
  if (isPlainText(block.media_type) && limits.media_types.includes(block.media_type)) return block.media_type
  return limits.media_types.includes('text/plain') ? 'text/plain' : null
}

function hostProblem({ block, in_result, room: { limits } }: Asked): string | null {
  if (!limits?.media_types.includes(block.media_type)) return `the model takes no ${kindOf(block.media_type)}`
  return in_result && !limits.in_results ? 'the model takes no files in the result of a tool' : null
}

/** A host that reads the file for its model reads what is written in it, as we do. */
function parserProblem({ block, room: { limits } }: Asked, text: string | null): string | null {
  const isParsed = limits?.parsed_media_types?.includes(block.media_type)
  return isParsed && text === null ? 'the model sees no pages' : null
}

function fileProblem(asked: Asked): string | null {
  const { reading, base64_bytes, room } = asked
  const problem = hostProblem(asked)
  if (problem !== null) return problem
  if (base64_bytes === null) return 'the file is not available'
  if (reading?.is_encrypted) return 'the file is encrypted, and the model refuses such'
  return room.take({ base64_bytes, pages: reading?.pages ?? 0 })
}

const KINDS: Record<string, string> = { 'application/pdf': 'PDF files', 'text/html': 'HTML files' }

function kindOf(media_type: string): string {
  return (
    KINDS[media_type] ??
    (/officedocument|opendocument/.test(media_type) ? 'office files' : `files of the type ${media_type}`)
  )
}

/**
 * Counts the files of one request, the oldest first: a later one that finds no room goes as text, and those before it,
 * which a provider may have cached, stay as they are.
 */
export class DocumentRoom {
  readonly limits: AdapterCapabilities['documents']
  #count = 0
  #pages = 0
  #base64Bytes = 0

  constructor(limits: AdapterCapabilities['documents']) {
    this.limits = limits
  }

  /** Null where it has room; else why it has none. */
  take({ base64_bytes, pages }: { base64_bytes: number; pages: number }): string | null {
    if (!this.limits) return 'the model takes no files'
    const { max_count, max_pages, max_total_base64_bytes: most } = this.limits
    if (this.#count + 1 > max_count) return `the model takes ${max_count} files at a time`
    if (this.#pages + pages > max_pages) return `the model takes ${max_pages} pages at a time`
    if (this.#base64Bytes + base64_bytes > most) {
      return `the model takes ${most / 1_000_000} MB of files at a time`
    }
    this.#count += 1
    this.#pages += pages
    this.#base64Bytes += base64_bytes
    return null
  }
}
