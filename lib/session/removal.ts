import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Logger } from '../log.ts'
import type { PictureFitter } from '../media/picture-fitter.ts'
import type { UploadRemoval } from '../store/attachment-store.ts'
import type { Store } from '../store/store.ts'
import type { Workspaces } from '../tools/workspace.ts'

export interface RemovalDeps {
  store: Pick<Store, 'discardedSessions' | 'deleteSession' | 'removeDeletedMessages'>
  workspaces: Pick<Workspaces, 'remove'>
  attachments: UploadRemoval
  pictures: Pick<PictureFitter, 'forget'>
  log: Logger
  /** Microseconds. */
  clock: () => number
}

/** How long a deleted session, or a part of one, can be restored: long enough for a second thought, and no archive of what is not wanted. */
const GRACE_MS = 60 * 60_000

const SWEEP_MS = 10 * 60_000

/** Removes sessions and messages for good, some time after they were deleted. */
export class Removal {
  readonly #deps: RemovalDeps
  #timer: ReturnType<typeof setInterval> | undefined
  #sweeping: Promise<void> = Promise.resolve()

  constructor(deps: RemovalDeps) {
    this.#deps = deps
  }

  /** Sweeps now, and from then on again and again. */
  start(): void {
    this.#timer ??= setInterval(() => this.#sweepSoon(), SWEEP_MS).unref()
    this.#sweepSoon()
  }

  /** Removes what was deleted long enough ago. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#deps
    const before = formatTimestamp(clock() - GRACE_MS * 1_000)
    for (const id of await store.discardedSessions(before)) await this.remove(id)
    await store.removeDeletedMessages(before)
  }

  /** At once. First its folder and files: what is left of a removal that failed can be removed again. */
  async remove(id: string): Promise<void> {
    const { workspaces, attachments, pictures, store } = this.#deps
    await workspaces.remove(id)
    for (const hash of await attachments.removeWith(id)) await pictures.forget(hash)
    await store.deleteSession(id)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeping
  }

  #sweepSoon(): void {
    this.#sweeping = this.#sweeping
      .then(() => this.sweep())
      .catch((cause: unknown) => {
        this.#deps.log.warn('what was deleted cannot be removed yet', { cause })
      })
  }
}
