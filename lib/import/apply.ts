import { setImmediate } from 'node:timers/promises'
import { assertNever } from '../assert-never.ts'
import type { DocumentShelf } from '../media/document-shelf.ts'
import { readPicture } from '../media/picture.ts'
import { storeDocument } from '../media/store-document.ts'
import { storePicture } from '../media/store-picture.ts'
import { type AttachmentStore, uploadsOf } from '../store/attachment-store.ts'
import {
  type ImportChoices,
  type ImportItem,
  type ImportPlace,
  type ImportRecord,
  type ImportStore,
  isIdsTaken,
  type WholeChat,
} from '../store/import-store.ts'
import { isStorageError } from '../store/storage-error.ts'
import { copyChat } from './copy-chat.ts'
import { isDue } from './due.ts'
import { addLosses, type Found, type Loss, NO_COUNTS } from './found.ts'
import type { ChatItem, ImportReader, KeepFile, ReadItem } from './reader.ts'
import { judge, type VerdictDeps } from './verdict.ts'

export interface ApplyDeps extends VerdictDeps {
  store: VerdictDeps['store'] &
    Pick<ImportStore, 'items' | 'applyChat' | 'applyCalls' | 'applyPreset' | 'applySettings' | 'settleItem'>
  attachments: AttachmentStore
  documents: DocumentShelf
  /** Tells open pages of chats that are there now. */
  tellOfNew: (sessionIds: readonly string[]) => Promise<void>
  /** There is more to be made findable. */
  wakeIndexing: () => void
}

interface Applying {
  record: ImportRecord
  reader: ImportReader
  until: AbortSignal
}

/** That are asked for at once. */
const MOST_ITEMS = 200
/** Open pages hear of so many; of the others they hear when they ask for their list. */
const MOST_TOLD = 200

/** Creates what is listed, one item after the other, each in one write. Goes on after the last one where it was cut off. */
export async function applyItems(deps: ApplyDeps, { record, reader, until }: Applying): Promise<Found> {
  const { store, attachments, documents, tellOfNew, wakeIndexing } = deps
  const choices: ImportChoices = record.choices ?? { conflicts: 'skip', settings: false, even_changed: false }
  const due = await dueItems(store, record.id, choices)
  const keep = keepFile(attachments, documents, record.owner_id)
  let losses: Loss[] = [...((record.found as Found | null)?.losses ?? [])]
  const told: string[] = []
  let position = -1
  const applyOne = async (item: ReadItem, listed: ImportItem): Promise<void> => {
    const place = { import_id: record.id, position }
    try {
      switch (item.kind) {
        case 'chat': {
          const built = await item.build(keep)
          losses = addLosses(losses, built.losses as Loss[])
          const made = await applyChat(deps, { record, reader, place, item, listed, chat: built.chat, choices })
          if (made !== null && told.push(made) <= MOST_TOLD) await tellOfNew([made])
          return
        }
        case 'calls':
          await store.applyCalls(place, await withoutForeignChats(store, record.owner_id, item.calls))
          return
        case 'preset':
          if ((await store.applyPreset(place, item.preset)) !== 'refused') return
          await store.settleItem(place, { state: 'failed', reason: 'there is a preset of this name, or too many' })
          return
        case 'settings':
          await store.applySettings(place, item.settings)
          return
        case 'bad':
          return
        default:
          assertNever(item)
      }
    } catch (cause) {
      if (isStorageError(cause)) throw cause
      const reason = cause instanceof Error ? cause.message : String(cause)
      await store.settleItem(place, { state: 'failed', reason })
    }
  }
  try {
    for await (const item of reader.items((at) => due.has(at))) {
      position += 1
      if (until.aborted) break
      const listed = due.get(position)
      if (item === null || !listed) continue
      await applyOne(item, listed)
      // Streams are told in between, and the system frees what a statement held.
      await setImmediate()
    }
  } finally {
    wakeIndexing()
  }
  return { counts: (record.found as Found | null)?.counts ?? NO_COUNTS, losses }
}

/** By their places: those that are to be created and are not yet. */
async function dueItems(
  store: ApplyDeps['store'],
  importId: string,
  choices: ImportChoices,
): Promise<Map<number, ImportItem>> {
  const due = new Map<number, ImportItem>()
  for (let after = -1; ; ) {
    const items = await store.items(importId, { after, limit: MOST_ITEMS, which: { states: ['listed', 'failed'] } })
    for (const item of items) if (isDue(item, choices)) due.set(item.position, item)
    const last = items.at(-1)
    if (!last) return due
    after = last.position
  }
}

interface OneChat extends Omit<Applying, 'until'> {
  place: ImportPlace
  item: ChatItem
  listed: ImportItem
  chat: WholeChat
  choices: ImportChoices
}

/**
 * Its id; null where it is here already, is not wanted, or was carried out elsewhere. What is known of it may be old: its ids may
 * be in use by now.
 */
async function applyChat(deps: ApplyDeps, one: OneChat): Promise<string | null> {
  const { record, reader, place, item, listed, chat, choices } = one
  const { store } = deps
  const write = async (written: WholeChat) =>
    (await store.applyChat(place, written)) === 'stopped' ? null : written.session.id
  const imported = {
    kind: 'import',
    source: reader.source,
    external_id: item.external_id,
    imported_at: record.created_at,
  } as const
  const copy = () => {
    const { session, ...rest } = copyChat(chat)
    return { ...rest, session: { ...session, origin: session.origin ?? imported } }
  }
  if (listed.verdict !== 'new') return await write(item.hasOwnIds ? copy() : chat)
  try {
    return await write(chat)
  } catch (cause) {
    if (!isIdsTaken(cause)) throw cause
    const judged = await judge(deps, record.owner_id, reader.source, item)
    const isWanted = judged.verdict === 'taken' || judged.verdict === 'new' || choices.conflicts === 'copy'
    if (judged.verdict === 'here' || !isWanted) {
      await store.settleItem(place, { state: 'listed', ...judged })
      return null
    }
    return await write(copy())
  }
}

/** As an upload of theirs, with the checks of one: what it is, its bytes say. */
function keepFile(attachments: AttachmentStore, documents: DocumentShelf, ownerId: string): KeepFile {
  const own = uploadsOf(attachments, { id: ownerId, role: 'member', teams: [] })
  return async ({ bytes, name }) => {
    try {
      return readPicture(bytes)
        ? await storePicture(bytes, own)
        : await storeDocument(bytes, name, { attachments: own, documents })
    } catch (cause) {
      const isRefused = cause instanceof Error && /^Un(supportedMedia|readableDocument)Error$/.test(cause.name)
      if (isRefused) return null
      throw cause
    }
  }
}

/** What was spent on a chat that is not in the file is of no chat that is here: it would count for whosever that is. */
async function withoutForeignChats<C extends { session_id: string | null }>(
  store: ApplyDeps['store'],
  ownerId: string,
  calls: readonly C[],
): Promise<C[]> {
  const ids = [...new Set(calls.flatMap(({ session_id }) => session_id ?? []))]
  const inUse = new Set((await store.standings(ownerId, ids)).map(({ id }) => id))
  return calls.map((call) =>
    call.session_id !== null && inUse.has(call.session_id)
      ? { ...call, session_id: null, turn_id: null, message_id: null }
      : call,
  )
}
