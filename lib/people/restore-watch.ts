import { rename, writeFile } from 'node:fs/promises'
import type { Logger } from '../log.ts'
import { readIfThere } from '../read-if-there.ts'
import type { AccountStore, AuditEntry } from '../store/account-store.ts'

/** How much of the end of a process that was killed is not noted. */
const NOTE_MS = 30_000

interface Deps {
  store: Pick<AccountStore, 'latestAudit' | 'isInAudit' | 'endAllAccess'>
  /** A file beside the data, and not in the database. */
  path: string
  /** The time as it is stored. */
  now: () => string
  newId: () => string
  log: Logger
}

/**
 * Notices at the start that the database was put back to an earlier state, by the last entry of the audit log that this
 * folder has seen: then sessions that were ended, links that were used or withdrawn and shares that were revoked since would be
 * good again.
 */
export class RestoreWatch {
  readonly #deps: Deps
  #noted: string | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Before anybody is let in. */
  async begin(): Promise<void> {
    const { store, path, log } = this.#deps
    this.#noted = (await readIfThere(path))?.trim() || null
    if (this.#noted !== null && !(await store.isInAudit(this.#noted))) {
      await store.endAllAccess(this.#audit())
      log.warn(
        'the database was put back to an earlier state: everybody was signed out, and no link that was made before can be used, shared chats included; people, roles and passwords are those of then, so look at them',
      )
    }
    await this.note()
    this.#timer = setInterval(() => void this.#noteSoon(), NOTE_MS).unref()
  }

  async note(): Promise<void> {
    const { store, path } = this.#deps
    const latest = await store.latestAudit()
    if (latest === null || latest === this.#noted) return
    const draft = `${path}.new`
    await writeFile(draft, `${latest}\n`)
    await rename(draft, path)
    this.#noted = latest
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#noteSoon()
  }

  async #noteSoon(): Promise<void> {
    try {
      await this.note()
    } catch (cause) {
      this.#deps.log.warn('what the audit log says last could not be noted beside the database', { cause })
    }
  }

  #audit(): AuditEntry {
    const { now, newId } = this.#deps
    const nobody = { actor_id: null, subject_id: null, address: null, detail: {} }
    return { id: newId(), at: now(), action: 'database.restored', ...nobody }
  }
}
