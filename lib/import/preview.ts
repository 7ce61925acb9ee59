import { setImmediate } from 'node:timers/promises'
import type { ImportItem, ImportRecord, ImportStore } from '../store/import-store.ts'
import type { PresetStore } from '../store/preset-store.ts'
import { addCounts, addLosses, type Found, type Loss, NO_COUNTS } from './found.ts'
import type { ImportReader, ReadItem } from './reader.ts'
import { judge, type VerdictDeps } from './verdict.ts'

export interface PreviewDeps extends VerdictDeps {
  store: VerdictDeps['store'] & Pick<ImportStore, 'addItems'>
  presets: Pick<PresetStore, 'list'>
}

interface Preview {
  record: ImportRecord
  reader: ImportReader
  until: AbortSignal
  onRead: (progress: { read: number; read_of: number }) => Promise<unknown>
}

/** That are stored at once. */
const MOST_ITEMS = 50

/** Reads all of it and lists what is in it; creates nothing. */
export async function previewItems(deps: PreviewDeps, { record, reader, until, onRead }: Preview): Promise<Found> {
  let found: Found = { counts: NO_COUNTS, losses: [...reader.losses] }
  let batch: ImportItem[] = []
  const own = await deps.presets.list({ id: record.owner_id, role: 'member', teams: [] })
  const known = { chats: new Set<string>(), presets: new Set(own.map(({ id }) => id)) }
  let position = -1
  const store = async () => {
    await deps.store.addItems(record.id, batch)
    batch = []
    const { read, of } = reader.progress()
    await onRead({ read, read_of: of })
  }
  for await (const item of reader.items(() => true)) {
    position += 1
    if (until.aborted) return found
    if (item === null) continue
    const listed = await listedItem(deps, { record, reader, item, position, known })
    batch.push(listed)
    if (item.kind === 'chat' && (listed.verdict === 'new' || listed.verdict === 'taken')) {
      found = { counts: addCounts(found.counts, item.counts), losses: addLosses(found.losses, item.losses as Loss[]) }
    }
    if (batch.length === MOST_ITEMS) await store()
    // Streams are told in between.
    await setImmediate()
  }
  await store()
  return found
}

interface Listed extends Pick<Preview, 'record' | 'reader'> {
  item: ReadItem
  position: number
  /** Chats that came before it in the same file, and presets that are here. */
  known: { chats: Set<string>; presets: ReadonlySet<string> }
}

async function listedItem(deps: PreviewDeps, { record, reader, item, position, known }: Listed): Promise<ImportItem> {
  const nothing = { position, external_id: null, title: null, hash: null, reason: null, counts: null, target_id: null }
  const listed = { ...nothing, verdict: 'new', state: 'listed' } as const
  switch (item.kind) {
    case 'chat': {
      const { external_id, title, hash, counts } = item
      const about = { ...listed, kind: item.kind, external_id, title, hash, counts: { ...counts } }
      if (known.chats.has(external_id))
        return { ...about, verdict: 'bad', reason: 'it is in the file twice; the first is taken' }
      known.chats.add(external_id)
      return { ...about, ...(await judge(deps, record.owner_id, reader.source, item)) }
    }
    case 'bad': {
      const { external_id, title, reason } = item
      return { ...listed, kind: 'chat', external_id, title, verdict: 'bad', reason }
    }
    case 'calls':
      return { ...listed, kind: item.kind, external_id: item.external_id, counts: { calls: item.calls.length } }
    case 'preset': {
      const { id, name } = item.preset
      return {
        ...listed,
        kind: item.kind,
        external_id: id,
        title: name,
        verdict: known.presets.has(id) ? 'here' : 'new',
      }
    }
    case 'settings':
      return { ...listed, kind: item.kind }
  }
}
