import type { ReadChat } from './read-chats.ts'
import type { Uploads } from './uploads.ts'

/** A file as it leaves. */
export interface ExportFile {
  name: string
  media_type: string
  /** Made while it is read; whoever stops reading stops it. */
  body: AsyncIterable<Uint8Array>
}

/** How a chat is written for people, or for another program: what is shown of it, in one file. */
export interface ReadableFormat {
  kind: 'markdown' | 'html' | 'wire'
  /** With its point. */
  ending: string
  media_type: string
  /** Whether pictures and documents go beside it as files. */
  hasUploadsBeside: boolean
  write: (chat: ReadChat, uploads: Uploads) => AsyncIterable<string>
  /** A page that leads to each of several chats; null where nobody would read it. */
  index: ((chats: readonly IndexedChat[]) => string) | null
}

export interface IndexedChat {
  /** Of its file. */
  path: string
  title: string | null
  updated_at: string
}

export type ExportFormat = { kind: 'ndjson'; product_version: string } | ReadableFormat
