import { StorageError } from '#lib/store/storage-error.ts'
import type { Store } from '#lib/store/store.ts'

/** What a store throws where there is no room. */
export function diskFull(): Error {
  return new StorageError('full', 'the disk is full')
}

/** Stands before a store and lets writes fail for as long as a test says. */
export class RefusingStore {
  /** What the next writes throw; null lets them through. */
  failure: (() => Error) | null = null
  /** Writes that were refused. */
  refused = 0

  readonly wrap = (store: Store): Store => {
    const guarded =
      <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (this.failure === null) return await write(...args)
        this.refused += 1
        throw this.failure()
      }
    return {
      ...store,
      createSession: guarded(store.createSession),
      discardSession: guarded(store.discardSession),
      deleteSession: guarded(store.deleteSession),
      deleteMessages: guarded(store.deleteMessages),
      restoreMessages: guarded(store.restoreMessages),
      commit: guarded(store.commit),
      checkpoint: guarded(store.checkpoint),
      recover: guarded(store.recover),
    }
  }
}
