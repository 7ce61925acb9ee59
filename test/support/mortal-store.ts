import type { Store } from '#lib/store/store.ts'

/**
 * Stands before a store and holds it still after so many commits, as for a process that was killed or paused right there:
 * nothing it asks for is answered any more, until `wake`.
 */
export class MortalStore {
  readonly #dead = Promise.withResolvers<void>()
  readonly #awake = Promise.withResolvers<void>()
  #left: number

  constructor(commits: number) {
    this.#left = commits
  }

  /** Resolves when something was asked for after the last commit that was allowed. */
  get died(): Promise<void> {
    return this.#dead.promise
  }

  wake(): void {
    this.#awake.resolve()
  }

  readonly wrap = (store: Store): Store => {
    const mortal =
      <A extends unknown[], R>(method: (...args: A) => Promise<R>, cost: number) =>
      async (...args: A): Promise<R> => {
        this.#left -= cost
        if (this.#left < 0 || (cost === 0 && this.#left === 0)) {
          if (cost > 0) this.#dead.resolve()
          await this.#awake.promise
        }
        return method(...args)
      }
    return {
      ...store,
      commit: mortal(store.commit, 1),
      checkpoint: mortal(store.checkpoint, 0),
      renewLeases: mortal(store.renewLeases, 0),
    }
  }
}
