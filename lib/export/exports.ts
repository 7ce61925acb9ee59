import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { CostedCall, ExportStore } from '../store/export-store.ts'
import { zipOf } from './archive.ts'
import { canonicalEntries } from './canonical-archive.ts'
import type { ExportFile, ExportFormat } from './export-format.ts'
import { inPieces } from './pieces.ts'
import { type ReadChat, readChats } from './read-chats.ts'
import { readableEntries } from './readable-archive.ts'
import { Uploads, uploadsIn } from './uploads.ts'

export interface ExportsDeps {
  store: ExportStore
  attachments: AttachmentStore
  /** Microseconds. */
  clock: () => number
}

/** What somebody is told of an export while it is made. */
export interface ExportWatch {
  /** How many chats there are to write. */
  begun: (chats: number) => void
  /** Another chat was written. */
  chat: () => void
}

const NOBODY: ExportWatch = { begun() {}, chat() {} }

const MOST_CALLS = 500

/** Writes what people own into files that leave the installation. Read as it is made; who stops reading stops it. */
export class Exports {
  readonly #deps: ExportsDeps

  constructor(deps: ExportsDeps) {
    this.#deps = deps
  }

  /** Null where that person has no such chat. */
  async chat(ownerId: string, sessionId: string, format: ExportFormat): Promise<ExportFile | null> {
    const [found] = await this.#deps.store.records(ownerId, [sessionId])
    if (!found) return null
    const at = this.#deps.clock()
    const uploads = new Uploads(this.#deps.attachments, ownerId)
    const read = () => this.#read(ownerId, [{ id: sessionId, messages: found.outline.length }], format)
    const name = `metis-chat-${sessionId}`
    if (format.kind === 'ndjson') {
      const { product_version } = format
      const about = { owner_id: ownerId, scope: 'chat' as const, product_version, at, onChat() {} }
      return zipFile(name, at, canonicalEntries({ ...about, chats: read(), uploads }))
    }
    if (format.hasUploadsBeside && (await hasUploads(read()))) {
      return zipFile(name, at, readableEntries({ chats: read(), uploads, format, onChat() {} }))
    }
    const { ending, media_type } = format
    const body = inPieces(only(read(), (chat) => format.write(chat, uploads)))
    return { name: `${name}${ending}`, media_type, body }
  }

  /** All chats of one person, but temporary ones, and what else they own; also of somebody who is not there any more. */
  async everything(ownerId: string, format: ExportFormat, watch: ExportWatch = NOBODY): Promise<ExportFile> {
    const { store, clock, attachments } = this.#deps
    const at = clock()
    const chats = await store.chats(ownerId)
    watch.begun(chats.length)
    const uploads = new Uploads(attachments, ownerId)
    const written = { chats: this.#read(ownerId, chats, format), uploads, onChat: watch.chat }
    const name = `metis-export-${formatTimestamp(at).slice(0, 10)}`
    if (format.kind !== 'ndjson') return zipFile(name, at, readableEntries({ ...written, format, hasIndex: true }))
    const person = await store.person(ownerId)
    const { product_version } = format
    const about = { owner_id: ownerId, scope: 'everything' as const, product_version, at }
    const entries = canonicalEntries({ ...written, ...about, person, callsBeside: this.#callsBeside(ownerId) })
    return zipFile(name, at, entries)
  }

  #read(ownerId: string, chats: readonly { id: string; messages: number }[], { kind }: ExportFormat) {
    return readChats(this.#deps.store, { ownerId, chats, which: kind === 'ndjson' ? 'all' : 'path' })
  }

  async *#callsBeside(ownerId: string): AsyncGenerator<CostedCall> {
    for (let after = ''; ; ) {
      const calls = await this.#deps.store.callsBeside(ownerId, { after, limit: MOST_CALLS })
      yield* calls
      const last = calls.at(-1)
      if (!last) return
      after = last.id
    }
  }
}

function zipFile(name: string, at: number, entries: Parameters<typeof zipOf>[0]): ExportFile {
  const modified = new Date(Math.floor(at / 1_000))
  return { name: `${name}.zip`, media_type: 'application/zip', body: zipOf(entries, modified) }
}

async function hasUploads(chats: AsyncIterable<ReadChat>): Promise<boolean> {
  for await (const chat of chats) {
    for await (const { message } of chat.messages()) if (uploadsIn(message.content).length > 0) return true
  }
  return false
}

async function* only(
  chats: AsyncIterable<ReadChat>,
  write: (chat: ReadChat) => AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const chat of chats) yield* write(chat)
}
