import { setImmediate } from 'node:timers/promises'
import { newId } from '../canonical/id.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import { BadArchiveError } from '../export/bad-archive.ts'
import type { Logger } from '../log.ts'
import type { Principal } from '../principal.ts'
import {
  ImportBusyError,
  type ImportChoices,
  type ImportFailure,
  type ImportItem,
  type ImportPatch,
  type ImportRecord,
  type ImportState,
  type ImportStore,
  type ImportTally,
} from '../store/import-store.ts'
import { isStorageError } from '../store/storage-error.ts'
import { type ApplyDeps, applyItems } from './apply.ts'
import { ImportStateError, UnknownFormatError, UnknownImportError } from './import-error.ts'
import { openReader } from './open-reader.ts'
import { type PreviewDeps, previewItems } from './preview.ts'
import { Spool } from './spool.ts'
import { type UndoDeps, undoItems } from './undo.ts'

export interface ImportsDeps extends Omit<PreviewDeps & ApplyDeps & UndoDeps, 'store'> {
  store: ImportStore
  /** Of the files that are being imported. */
  folder: string
  /** Microseconds. */
  clock: () => number
  log: Logger
  /** Bytes of one file. */
  limit?: number
}

/** What somebody is told of an import. */
export interface ImportView extends ImportRecord {
  tally: ImportTally[]
}

/** Some of what is in it, for whoever looks. */
export interface ImportDetail extends ImportView {
  bad: ImportItem[]
  conflicts: ImportItem[]
  /** The first that would be created. */
  chats: ImportItem[]
  /** Changed since they were imported. */
  changed: { id: string; title: string | null }[]
}

const LARGEST_FILE = 4 * 1024 ** 3
const MOST_SHOWN = 100
/** One that nobody applied by then is thrown away with its file. */
const KEPT_DAYS = 7

/**
 * Takes in what people bring along. A file is kept until it is applied or thrown away; what is done with it is noted item by
 * item, so that a process which ended in the middle goes on where it was.
 */
export class Imports {
  readonly #deps: ImportsDeps
  readonly #spool: Spool
  readonly #jobs = new Map<string, { stop: AbortController; done: Promise<void> }>()
  #isClosed = false

  constructor(deps: ImportsDeps) {
    this.#deps = deps
    this.#spool = new Spool({ folder: deps.folder, limit: deps.limit ?? LARGEST_FILE })
  }

  /** Goes on with what the end of another process cut off. */
  async start(): Promise<void> {
    const open = await this.#deps.store.unfinished()
    const tooOld = this.#deps.clock() - KEPT_DAYS * 86_400_000_000
    const kept = new Set<string>()
    for (const record of open) {
      const isThere = await this.#spool.has(record.id)
      const isOld = record.state === 'ready' && parseTimestamp(record.changed_at) < tooOld
      if (isOld || (!isThere && (record.state === 'reading' || record.state === 'ready'))) {
        await this.#deps.store.remove(record.id)
        continue
      }
      kept.add(record.id)
      if (record.state !== 'ready' && record.state !== 'failed') this.#run(record)
    }
    await this.#spool.sweep(kept)
  }

  /** Returns its id once the file is there; it is read from then on. Throws an `ImportBusyError`, and what `Spool.keep` throws. */
  async receive(
    principal: Principal,
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    name: string | null,
  ): Promise<string> {
    const { store } = this.#deps
    const at = this.#now()
    const record: ImportRecord = {
      id: newId(),
      owner_id: principal.id,
      state: 'reading',
      source: null,
      file_name: name,
      byte_size: 0,
      created_at: at,
      changed_at: at,
      choices: null,
      found: null,
      read: 0,
      read_of: 0,
      failure: null,
    }
    if (!(await store.begin(record))) throw new ImportBusyError()
    try {
      const byte_size = await this.#spool.keep(record.id, body)
      const kept = await this.#change(record.id, ['reading'], { byte_size })
      if (!kept) throw new UnknownImportError()
      this.#run(kept)
      return record.id
    } catch (cause) {
      await store.remove(record.id)
      await this.#spool.remove(record.id)
      throw cause
    }
  }

  async list(principal: Principal): Promise<ImportView[]> {
    const records = await this.#deps.store.list(principal.id)
    return await Promise.all(records.map((record) => this.#view(record)))
  }

  /** Throws an `UnknownImportError`. */
  async read(principal: Principal, id: string): Promise<ImportDetail> {
    const record = await this.#find(principal, id)
    const { store } = this.#deps
    const items = (which: Parameters<ImportStore['items']>[1]['which'] = {}) =>
      store.items(id, { after: -1, limit: MOST_SHOWN, which })
    const [view, bad, failed, conflicts, chats, changed] = await Promise.all([
      this.#view(record),
      items({ verdicts: ['bad'] }),
      items({ states: ['failed'] }),
      items({ kind: 'chat', verdicts: ['conflict'] }),
      items({ kind: 'chat', verdicts: ['new', 'taken'] }),
      store.changedSince(id, MOST_SHOWN),
    ])
    return { ...view, bad: [...bad, ...failed], conflicts, chats, changed }
  }

  /** Begins to create what is in it. Throws an `UnknownImportError`, an `ImportStateError`, an `ImportBusyError`. */
  async apply(principal: Principal, id: string, choices: ImportChoices): Promise<ImportView> {
    const record = await this.#find(principal, id)
    const isAgain = record.state === 'failed' && record.failure?.during === 'applying'
    if (record.state !== 'ready' && !isAgain) throw new ImportStateError(`the import is ${record.state}`)
    if (!(await this.#spool.has(id))) throw new ImportStateError('its file is not here any more: send it again')
    const begun = await this.#change(id, [record.state], { state: 'applying', choices, failure: null })
    if (!begun) throw new ImportStateError('the import was begun or thrown away meanwhile')
    this.#run(begun)
    return await this.#view(begun)
  }

  /**
   * Takes back all that it created, or throws it away where that is nothing: null then. Throws an `UnknownImportError`, an
   * `ImportBusyError`.
   */
  async remove(
    principal: Principal,
    id: string,
    { evenChanged }: { evenChanged: boolean },
  ): Promise<ImportView | null> {
    const { store } = this.#deps
    await this.#find(principal, id)
    await this.#stop(id)
    // It may have come to its end in between.
    const record = await this.#find(principal, id)
    if (record.state === 'undoing') throw new ImportBusyError()
    const tally = await store.tally(id)
    if (!tally.some(({ state }) => state === 'applied' || state === 'kept')) {
      await store.remove(id)
      await this.#spool.remove(id)
      return null
    }
    const choices = { conflicts: 'skip', settings: false, ...record.choices, even_changed: evenChanged } as const
    const begun = await this.#change(id, [record.state], { state: 'undoing', choices, failure: null })
    if (!begun) throw new ImportStateError('the import was changed meanwhile')
    this.#run(begun)
    return await this.#view(begun)
  }

  /** Settled when nothing is done for it any more. */
  async settled(id: string): Promise<void> {
    await this.#jobs.get(id)?.done
  }

  /** What is being done is gone on with at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#jobs.keys()].map((id) => this.#stop(id)))
  }

  async #find(principal: Principal, id: string): Promise<ImportRecord> {
    const record = await this.#deps.store.find(principal.id, id)
    if (!record) throw new UnknownImportError()
    return record
  }

  async #view(record: ImportRecord): Promise<ImportView> {
    return { ...record, tally: await this.#deps.store.tally(record.id) }
  }

  #now(): string {
    return formatTimestamp(this.#deps.clock())
  }

  #change(id: string, from: readonly ImportState[], patch: Omit<ImportPatch, 'changed_at'>) {
    return this.#deps.store.change(id, from, { ...patch, changed_at: this.#now() })
  }

  async #stop(id: string): Promise<void> {
    const job = this.#jobs.get(id)
    job?.stop.abort()
    await job?.done
  }

  #run(record: ImportRecord): void {
    if (this.#isClosed) return
    const stop = new AbortController()
    const done = this.#work(record, stop.signal)
      .catch((cause: unknown) => this.#fail(record, cause))
      .finally(() => this.#jobs.delete(record.id))
    this.#jobs.set(record.id, { stop, done })
  }

  async #work(record: ImportRecord, until: AbortSignal): Promise<void> {
    // Whoever asked is answered first.
    await setImmediate()
    const { id, state } = record
    const { store } = this.#deps
    if (state === 'undoing') {
      const left = await undoItems(this.#deps, record, until)
      if (until.aborted) return
      await this.#change(id, ['undoing'], { state: left === 0 ? 'undone' : 'applied' })
      return await this.#spool.remove(id)
    }
    await using reader = await openReader(this.#spool.pathOf(id), record)
    if (state === 'reading') {
      await store.clearItems(id)
      const notes = (patch: Omit<ImportPatch, 'changed_at'>) => this.#change(id, ['reading'], patch)
      await notes({ source: reader.source })
      const found = await previewItems(this.#deps, { record, reader, until, onRead: (progress) => notes(progress) })
      if (!until.aborted) await this.#change(id, ['reading'], { state: 'ready', found })
      return
    }
    const found = await applyItems(this.#deps, { record, reader, until })
    if (until.aborted) return
    await this.#change(id, ['applying'], { state: 'applied', found })
    await this.#spool.remove(id)
  }

  /** In words for people, where they can do something about it. */
  async #fail({ id, state }: ImportRecord, cause: unknown): Promise<void> {
    const { log } = this.#deps
    const during = state as 'reading' | 'applying' | 'undoing'
    const code = failureCode(cause)
    if (code === 'internal') log.error('an import failed', { import_id: id, during, cause })
    const isPlain = cause instanceof Error && code !== 'internal'
    const message = isPlain ? cause.message : 'something went wrong here; the log says what'
    try {
      await this.#change(id, [during], { state: 'failed', failure: { during, code, message } })
      if (during === 'reading') await this.#spool.remove(id)
    } catch (further) {
      // It is gone on with at the next start.
      log.error('what became of an import could not be noted', { import_id: id, cause: further })
    }
  }
}

function failureCode(cause: unknown): ImportFailure['code'] {
  if (cause instanceof UnknownFormatError) return 'unknown_format'
  if (cause instanceof BadArchiveError) return 'bad_file'
  if (isStorageError(cause)) return 'storage'
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' ? 'file_gone' : 'internal'
}
