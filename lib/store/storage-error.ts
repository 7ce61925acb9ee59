/** What keeps the store from storing or reading, whichever system calls it what. */
export type StorageFault =
  | 'full'
  | 'locked'
  | 'damaged'
  | 'not_a_database'
  | 'empty'
  | 'read_only'
  | 'no_permission'
  | 'missing'
  | 'io'
  | 'unreachable'
  | 'token_refused'

/** The message is for people: what is wrong, where, and what to do. What the driver said is in the cause. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageFault

  constructor(kind: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Told by name: a bundler may load the class more than once, and it may come from another thread. */
export function isStorageError(thrown: unknown): thrown is StorageError {
  return thrown instanceof Error && thrown.name === 'StorageError'
}
