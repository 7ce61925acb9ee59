import type { CheckpointRounds } from './checkpoint-rounds.ts'

/**
 * Saves what has arrived so far, at most once per interval and never more than one at a time: a crash costs at most the
 * last interval of an answer, and saving costs nothing per token.
 */
export class Checkpoint {
  readonly #rounds: CheckpointRounds
  readonly #save: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #leave: (() => void) | undefined
  #saving: Promise<void> | null = null
  #isDirty = false
  #isStopped = false

  constructor(options: { rounds: CheckpointRounds; save: () => Promise<void>; onError: (error: unknown) => void }) {
    this.#rounds = options.rounds
    this.#save = options.save
    this.#onError = options.onError
  }

  /** Something new arrived. */
  touch(): void {
    this.#isDirty = true
    if (this.#leave !== undefined || this.#saving || this.#isStopped) return
    this.#leave = this.#rounds.join(() => {
      this.#leave = undefined
      this.#isDirty = false
      this.#saving = this.#save()
        .catch(this.#onError)
        .finally(() => {
          this.#saving = null
          if (this.#isDirty) this.touch()
        })
    })
  }

  /** Saves no more; resolves when nothing is being saved. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#leave?.()
    await this.#saving
  }
}
