import type { ArchiveEntry } from './archive.ts'
import type { IndexedChat, ReadableFormat } from './export-format.ts'
import { inPieces, piecesOf } from './pieces.ts'
import type { ReadChat } from './read-chats.ts'
import { isCompressed, type Uploads } from './uploads.ts'

export interface ReadableArchive {
  format: ReadableFormat
  chats: AsyncIterable<ReadChat>
  uploads: Uploads
  /** Whether a page leads to all of them. */
  hasIndex?: boolean
  onChat: () => void
}

/** A file for each chat, named after its id: a title may be anything. */
export async function* readableEntries(archive: ReadableArchive): AsyncGenerator<ArchiveEntry> {
  const { format, chats, uploads, hasIndex = false, onChat } = archive
  const indexed: IndexedChat[] = []
  for await (const chat of chats) {
    const { id, title, updated_at } = chat.session
    const path = `chats/${id}${format.ending}`
    yield { path, compress: true, body: inPieces(format.write(chat, uploads)) }
    indexed.push({ path, title, updated_at })
    onChat()
  }
  for (const { data, path } of uploads.wanted) {
    const file = await uploads.get(data)
    if (file) yield { path, compress: !isCompressed(file.media_type), body: piecesOf(file.bytes) }
  }
  if (hasIndex && format.index) {
    const page = format.index(indexed.toReversed())
    yield { path: `index${format.ending}`, compress: true, body: inPieces([page]) }
  }
}
