import { createHash } from 'node:crypto'
import { isBlockOf } from '../canonical/block.ts'
import { messageViolations } from '../canonical/invariant.ts'
import { BadArchiveError } from '../export/bad-archive.ts'
import { shortened } from '../shortened.ts'
import { type Document, parsedWhole } from './document.ts'
import { wholeChat } from './foreign-chat.ts'
import { countFiles, type ReadMember, withFiles } from './foreign-files.ts'
import { BadChatError, type ImportFiles, type ImportFormat } from './format.ts'
import { type ItemCounts, type Loss, NO_COUNTS } from './found.ts'
import type { ImportedChat, ImportSource } from './imported-chat.ts'
import { elementsOf } from './json-elements.ts'
import type { ChatItem, ImportReader, ReadItem } from './reader.ts'

export interface ForeignFile {
  source: ImportSource
  /** In the order in which they are read. */
  documents: readonly { document: Document; format: ImportFormat }[]
  files: ImportFiles
  readMember: ReadMember
  losses: readonly Loss[]
  close: () => Promise<void>
}

/** Chats of another product, for whoever imports them. */
export function openForeign(file: ForeignFile, place: { owner_id: string; imported_at: string }): ImportReader {
  const { source, documents, files, readMember, losses, close } = file
  const of = documents.reduce((sum, { document }) => sum + document.bytes, 0)
  let read = 0

  const itemOf = (value: unknown, format: ImportFormat): ReadItem | null => {
    try {
      const chat = format.convert(value, files)
      return chat && chatItem(chat, { source, readMember, ...place })
    } catch (cause) {
      // Whatever a file holds, it costs one chat.
      const reason = cause instanceof BadChatError ? cause.message : `it cannot be read: ${wordsOf(cause)}`
      return { kind: 'bad', external_id: null, title: titleOf(value), reason }
    }
  }

  return {
    source,
    losses,
    progress: () => ({ read: Math.min(read, of), of }),
    async *items(isWanted) {
      read = 0
      let position = -1
      for (const { document, format } of documents) {
        try {
          const onRead = (bytes: number) => {
            read += bytes
          }
          for await (const value of valuesOf(document, format, onRead)) {
            position += 1
            yield isWanted(position) ? itemOf(value, format) : null
          }
        } catch (cause) {
          if (!(cause instanceof BadArchiveError)) throw cause
          position += 1
          yield { kind: 'bad', external_id: null, title: document.path || null, reason: cause.message }
        }
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

async function* valuesOf(
  document: Document,
  format: ImportFormat,
  onRead: (bytes: number) => void,
): AsyncGenerator<unknown> {
  if (format.at !== null) return yield* elementsOf(counted(await document.read(), onRead), format.at)
  const whole = await parsedWhole(document)
  yield* format.split?.(whole) ?? [whole]
  onRead(document.bytes)
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    onRead(piece.byteLength)
    yield piece
  }
}

interface Place {
  source: ImportSource
  readMember: ReadMember
  owner_id: string
  imported_at: string
}

function chatItem(chat: ImportedChat, { source, readMember, owner_id, imported_at }: Place): ChatItem {
  const { external_id, title, messages, head, losses } = chat
  return {
    kind: 'chat',
    external_id,
    title,
    // What was said: another title is no other chat.
    hash: createHash('sha256')
      .update(JSON.stringify([messages, head]))
      .digest('hex'),
    counts: countsOf(chat),
    losses,
    hasOwnIds: false,
    async build(keep) {
      const filed = await withFiles(chat, { source, read: readMember, keep })
      const whole = wholeChat(filed.chat, { source, owner_id, imported_at })
      const [violation] = whole.messages.flatMap(({ message }) => messageViolations(message))
      if (violation) throw new BadChatError(violation.problem)
      return { chat: whole, losses: filed.losses }
    },
  }
}

function countsOf({ messages }: ImportedChat): ItemCounts {
  const followed = new Set(messages.map(({ parent }) => parent))
  const leaves = messages.filter(({ external_id }) => !followed.has(external_id)).length
  const sum = (count: (content: ImportedChat['messages'][number]['content']) => number) =>
    messages.reduce((total, { content }) => total + count(content), 0)
  return {
    ...NO_COUNTS,
    messages: messages.length,
    branches: Math.max(0, leaves - 1),
    tool_calls: sum((content) => content.filter(isBlockOf('tool_use')).length),
    files: sum(countFiles),
  }
}

/** What people would know it by. */
function titleOf(value: unknown): string | null {
  const { title, name } = (typeof value === 'object' && value !== null ? value : {}) as {
    title?: unknown
    name?: unknown
  }
  const said = title ?? name
  return typeof said === 'string' && said.trim() !== '' ? shortened(said, 200) : null
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
