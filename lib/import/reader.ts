import type { PersonSettings } from '../canonical/person-settings.ts'
import type { Preset } from '../canonical/preset.ts'
import type { WholeChat } from '../store/import-store.ts'
import type { LlmCall } from '../store/turn-record.ts'
import type { ItemCounts, Loss, Source } from './found.ts'

/** Keeps a file of the import as an upload of its person; null where it is none of those that can be uploaded. */
export type KeepFile = (file: {
  bytes: Uint8Array
  name: string
}) => Promise<{ data: string; media_type: string } | null>

export interface ChatItem {
  kind: 'chat'
  external_id: string
  title: string | null
  /** Of what it says. */
  hash: string
  counts: ItemCounts
  losses: readonly Loss[]
  /** It has ids of ours, and keeps them where nobody else has them. */
  hasOwnIds: boolean
  /** As it is to be stored, its files kept before. What is only known of a file by its bytes is lost here. */
  build: (keep: KeepFile) => Promise<{ chat: WholeChat; losses: readonly Loss[] }>
}

export type ReadItem =
  | ChatItem
  | { kind: 'calls'; external_id: string; calls: readonly LlmCall[] }
  | { kind: 'preset'; preset: Preset }
  | { kind: 'settings'; settings: PersonSettings }
  | { kind: 'bad'; external_id: string | null; title: string | null; reason: string }

/** A file that was given to be imported, opened as what it is. */
export interface ImportReader extends AsyncDisposable {
  source: Source
  /** What does not come along, beside what is of a single chat. */
  losses: readonly Loss[]
  /** How far it was read, in whatever it counts. */
  progress: () => { read: number; of: number }
  /**
   * All that is in it, each time in the same order. One whose place is not wanted is not read where that can be helped, and
   * comes as null.
   */
  items: (isWanted: (position: number) => boolean) => AsyncGenerator<ReadItem | null>
}
