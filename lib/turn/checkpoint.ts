/** A crash may cost a second of an answer, and this leaves as long for the saving, on a machine that is busy. */
const INTERVAL_MS = 500

/**
 * Saves what has arrived so far, at most once per interval and never more than one at a time: a crash costs at most the
 * last interval of an answer, and saving costs nothing per token.
 */
export class Checkpoint {
  readonly #save: () => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #intervalMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  #isDirty = false
  #isStopped = false

  constructor(options: { save: () => Promise<void>; onError: (error: unknown) => void; intervalMs?: number }) {
    this.#save = options.save
    this.#onError = options.onError
    this.#intervalMs = options.intervalMs ?? INTERVAL_MS
  }

  /** Something new arrived. */
  touch(): void {
    this.#isDirty = true
    if (this.#timer !== undefined || this.#saving || this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#isDirty = false
      this.#saving = this.#save()
        .catch(this.#onError)
        .finally(() => {
          this.#saving = null
          if (this.#isDirty) this.touch()
        })
    }, this.#intervalMs)
  }

  /** Saves no more; resolves when nothing is being saved. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#saving
  }
}
