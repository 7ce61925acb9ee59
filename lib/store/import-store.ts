import type { PersonSettings } from '../canonical/person-settings.ts'
import type { Preset } from '../canonical/preset.ts'
import type { Session } from '../canonical/session.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { PlacedMessage, StoredProjection, ToolCall } from './store.ts'
import type { LlmCall, TurnRecord } from './turn-record.ts'

export type ImportState = 'reading' | 'ready' | 'applying' | 'applied' | 'failed' | 'undoing' | 'undone'

/** States in which something is done: a person has one such import at a time. */
export const BUSY_STATES = ['reading', 'applying', 'undoing'] as const satisfies readonly ImportState[]

/** Why an import came to nothing. */
export interface ImportFailure {
  /** Which step it was. */
  during: 'reading' | 'applying' | 'undoing'
  code: 'unknown_format' | 'bad_file' | 'storage' | 'file_gone' | 'internal'
  /** In words for people. */
  message: string
}

export interface ImportChoices {
  /** What becomes of a chat that is here under the same id and says something else. */
  conflicts: 'skip' | 'copy'
  /** Whether the settings of the file take the place of one's own. */
  settings: boolean
  /** Whether undoing takes back what was changed since as well. */
  even_changed: boolean
}

export interface ImportRecord {
  id: string
  owner_id: string
  state: ImportState
  /** What wrote the file; null until that is known. */
  source: string | null
  file_name: string | null
  byte_size: number
  created_at: string
  changed_at: string
  choices: ImportChoices | null
  /** What was found in it beside its items: the importer's own notes. */
  found: unknown
  /** How much of it was read, in whatever its reader counts in. */
  read: number
  read_of: number
  failure: ImportFailure | null
}

export type ImportPatch = { changed_at: string } & Partial<
  Pick<
    ImportRecord,
    'state' | 'source' | 'file_name' | 'byte_size' | 'choices' | 'found' | 'read' | 'read_of' | 'failure'
  >
>

/**
 * `here`: already imported, or never gone. `conflict`: here as well, and says something else. `taken`: its ids are somebody
 * else's, or of a chat that was deleted; it comes under new ones.
 */
export type ImportVerdict = 'new' | 'here' | 'conflict' | 'taken' | 'bad'
/** `listed`: nothing was made of it (yet). `kept`: it was changed since, so undoing left it. */
export type ImportItemState = 'listed' | 'applied' | 'failed' | 'undone' | 'kept'

export interface ImportItem {
  /** In the file. */
  position: number
  kind: 'chat' | 'calls' | 'preset' | 'settings'
  external_id: string | null
  title: string | null
  hash: string | null
  verdict: ImportVerdict
  reason: string | null
  counts: Readonly<Record<string, number>> | null
  state: ImportItemState
  /** What it became; of a chat that is here already, that one. */
  target_id: string | null
}

/** How many items there are of a kind, of a verdict, and in a state. */
export interface ImportTally extends Pick<ImportItem, 'kind' | 'verdict' | 'state'> {
  items: number
}

/** A chat with all that hangs on it, as it is to be stored. */
export interface WholeChat {
  session: Session
  head_id: string | null
  /** Each after the one that it follows. */
  messages: PlacedMessage[]
  turns: TurnRecord[]
  tool_calls: ToolCall[]
  calls: LlmCall[]
  events: PersistedEvent[]
  projections: StoredProjection[]
}

/** An item of an import, for a write that carries it out. */
export interface ImportPlace {
  import_id: string
  position: number
}

/**
 * What people import. Each item is carried out in one write with the note that it was: after a crash both are there, or
 * neither.
 */
export interface ImportStore {
  /** False where this person has one that something is done for. */
  begin(record: ImportRecord): Promise<boolean>
  find(ownerId: string, id: string): Promise<ImportRecord | null>
  /** The newest first. */
  list(ownerId: string): Promise<ImportRecord[]>
  /** Those of everybody in which something is done, or that wait for their person: to be applied, or to go on after a failure. */
  unfinished(): Promise<ImportRecord[]>
  /** Null where it is in none of the states `from`; throws an `ImportBusyError` where another one of its person is busy. */
  change(id: string, from: readonly ImportState[], patch: ImportPatch): Promise<ImportRecord | null>
  /** With its items. */
  remove(id: string): Promise<void>

  addItems(importId: string, items: readonly ImportItem[]): Promise<void>
  clearItems(importId: string): Promise<void>
  /** After that position, ascending. */
  items(importId: string, page: { after: number; limit: number; which?: Partial<ItemsAsked> }): Promise<ImportItem[]>
  tally(importId: string): Promise<ImportTally[]>

  /** Which of these ids of chats are in use: by this person, or in a way that they cannot be given again. */
  standings(ownerId: string, sessionIds: readonly string[]): Promise<{ id: string; standing: 'own' | 'taken' }[]>
  /** The chat of this person that an earlier import made of this very item, where it is still there. */
  importedBefore(ownerId: string, source: string, item: { external_id: string; hash?: string }): Promise<string | null>

  /** Throws an `IdsTakenError` where an id of it is in use; nothing of it is stored then, nor where the import was stopped. */
  applyChat(place: ImportPlace, chat: WholeChat): Promise<'applied' | 'stopped'>
  /** Those that are here already stay as they are. */
  applyCalls(place: ImportPlace, calls: readonly LlmCall[]): Promise<'applied' | 'stopped'>
  /** `refused`: there is another one of this name, or there are as many as there may be. */
  applyPreset(place: ImportPlace, preset: Preset): Promise<'applied' | 'refused' | 'stopped'>
  /** In the place of those that its person has. */
  applySettings(place: ImportPlace, settings: PersonSettings): Promise<'applied' | 'stopped'>
  settleItem(place: ImportPlace, outcome: Pick<ImportItem, 'state'> & Partial<ImportItem>): Promise<void>

  /** Takes an item back; `kept`: it was changed since, and `evenChanged` is false, or a turn runs in it. */
  undoItem(place: ImportPlace, evenChanged: boolean): Promise<'undone' | 'kept'>
  /** The chats that an import made and that were changed since, the first `limit`. */
  changedSince(importId: string, limit: number): Promise<{ id: string; title: string | null }[]>
}

export interface ItemsAsked {
  kind: ImportItem['kind']
  verdicts: readonly ImportVerdict[]
  states: readonly ImportItemState[]
}

/** An id of a chat, a message, a turn, a call of a tool or an event is somebody else's. */
export class IdsTakenError extends Error {
  override readonly name = 'IdsTakenError'
  constructor(options?: ErrorOptions) {
    super('an id of this chat is in use here', options)
  }
}

/** Told by name: it may come from another thread. */
export function isIdsTaken(thrown: unknown): thrown is IdsTakenError {
  return thrown instanceof Error && thrown.name === 'IdsTakenError'
}

export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError'
  constructor() {
    super('another import of yours is under way; wait until it is done, or undo it')
  }
}
