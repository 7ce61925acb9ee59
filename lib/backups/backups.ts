import type { Logger } from '../log.ts'
import type { BackupStore, BackupSummary } from '../store/backup-store.ts'

interface Deps {
  store: BackupStore
  /** How often one is written by itself; null: never. */
  everyMs: number | null
  /** Milliseconds. */
  now: () => number
  log: Logger
}

export interface BackupState {
  latest: BackupSummary | null
  isRunning: boolean
  /** Milliseconds; null where none is written by itself. */
  nextAt: number | null
  /** Why the last one could not be written; null once one was. */
  failure: { at: number; reason: string } | null
}

const LOOK_MS = 30_000
/** A server that starts has other things to do. */
const FIRST_AFTER_MS = 60_000
/** After a failure: somebody may have made room meanwhile. */
const AGAIN_AFTER_MS = 3_600_000

/** The failures that say what to do. Of any other the log has more. */
const SAYABLE: ReadonlySet<string> = new Set(['BackupError', 'CopyError', 'DatabaseError', 'StorageError'])

/** Backups that the server writes, by itself and when it is asked. What goes wrong is logged and said, and stops nothing. */
export class Backups {
  readonly #deps: Deps
  readonly #startedAt: number
  #timer: ReturnType<typeof setInterval> | undefined
  #running: Promise<void> | null = null
  #failure: BackupState['failure'] = null
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#startedAt = deps.now()
  }

  start(): void {
    if (this.#deps.everyMs !== null) this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  /** Begins one where one is due. */
  async look(): Promise<void> {
    const { nextAt } = await this.state().catch((cause): Pick<BackupState, 'nextAt'> => {
      this.#deps.log.error('the folder of the backups cannot be read', { cause })
      return { nextAt: null }
    })
    if (nextAt !== null && nextAt <= this.#deps.now()) void this.begin()
  }

  async state(): Promise<BackupState> {
    const latest = await this.#deps.store.latest()
    return { latest, isRunning: this.#running !== null, nextAt: this.#nextAt(latest), failure: this.#failure }
  }

  /** Whether one is being written already it is that one; resolves when it is done, however that ends. */
  begin(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#running ??= this.#write().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** What is being written is given up. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#deps.store.stop()
    await this.#running
  }

  #nextAt(latest: BackupSummary | null): number | null {
    const { everyMs } = this.#deps
    if (everyMs === null) return null
    const due = latest ? Date.parse(latest.created_at) + everyMs : 0
    const again = this.#failure ? this.#failure.at + Math.min(everyMs, AGAIN_AFTER_MS) : 0
    return Math.max(due, again, this.#startedAt + FIRST_AFTER_MS)
  }

  async #write(): Promise<void> {
    const { store, log, now } = this.#deps
    try {
      const backup = await store.write()
      this.#failure = null
      log.info('a backup was written and read again', { ...backup })
    } catch (cause) {
      if (this.#isClosed) return
      this.#failure = { at: now(), reason: reasonOf(cause) }
      log.error('a backup could not be written', { cause })
    }
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && SAYABLE.has(cause.name) ? cause.message : 'the log says why'
}
