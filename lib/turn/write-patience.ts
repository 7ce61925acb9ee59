import type { StorageProblem } from '../events/frame.ts'
import type { Logger } from '../log.ts'
import { storageProblem } from '../store/storage-problem.ts'

export interface PatienceOptions {
  /** How long one write is tried again, in milliseconds. */
  forMs?: number
  firstDelayMs?: number
  longestDelayMs?: number
}

/** Long enough to find out what fills a disk; what runs meanwhile is held in memory, and nothing new starts. */
const TEN_MINUTES = 600_000

/**
 * Tries a write again while the store is full, locked or away. One for all sessions: a write of any of them that gets
 * through wakes all that wait.
 */
export class WritePatience {
  readonly #options: Required<PatienceOptions>
  readonly #log: Logger
  readonly #waiting = new Set<() => void>()
  #isRefusing = false

  constructor(log: Logger, options: PatienceOptions = {}) {
    this.#log = log
    this.#options = { forMs: TEN_MINUTES, firstDelayMs: 250, longestDelayMs: 5_000, ...options }
  }

  /** Throws what the last try threw: when the time is over, `signal` aborts, or waiting cannot help. */
  async keepTrying<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { forMs, firstDelayMs, longestDelayMs } = this.#options
    const deadline = performance.now() + forMs
    for (let delay = firstDelayMs; ; delay = Math.min(2 * delay, longestDelayMs)) {
      try {
        return await write()
      } catch (error) {
        const left = deadline - performance.now()
        if (storageProblem(error) === null || signal.aborted || left <= 0) throw error
        await this.pause(signal, Math.min(delay, left))
      }
    }
  }

  /** The store took a write. */
  accepted(): void {
    if (this.#isRefusing) this.#log.info('the store takes writes again')
    this.#isRefusing = false
    for (const wake of this.#waiting) wake()
  }

  /** The store refused a write for now; logged once, however often it is tried. */
  refused(problem: StorageProblem, cause: unknown): void {
    if (!this.#isRefusing) this.#log.error('the store takes no writes for now', { kind: problem.kind, cause })
    this.#isRefusing = true
  }

  /** Resolves after a while, or when a write gets through or `signal` aborts. */
  pause(signal: AbortSignal, ms: number = this.#options.longestDelayMs): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake)
      if (signal.aborted) wake()
    })
  }
}
