import { describeNetworkFailure } from '../failure/network-failure.ts'
import { MAX_ANSWER_BYTES } from './limit.ts'

/** What broke below HTTP, time-outs included. */
export class TransportError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'TransportError'
  }
}

/** More came than any answer is; what came before stays. */
export class AnswerTooLongError extends TransportError {
  constructor() {
    super(`the answer was longer than ${MAX_ANSWER_BYTES / 1_000_000} MB and was cut off there`)
    this.name = 'AnswerTooLongError'
  }
}

/** `setTimeout` fires at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Ends one exchange for the first of several reasons: the caller's signal or a time-out. */
export class Stop {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal
  readonly #follow = () => this.now(this.#caller.reason)
  #listener: (reason: unknown) => void = () => {}

  constructor(caller: AbortSignal) {
    this.#caller = caller
    if (caller.aborted) this.now(caller.reason)
    else caller.addEventListener('abort', this.#follow, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  now(reason: unknown): void {
    if (this.signal.aborted) return
    this.#controller.abort(reason)
    this.#listener(reason)
  }

  /** A body that ignores the signal of its request is cancelled through this. */
  onStop(listener: (reason: unknown) => void): void {
    this.#listener = listener
  }

  throwIfStopped(): void {
    this.signal.throwIfAborted()
  }

  /** Why something failed: our own stop, or else the network. */
  reasonFor(error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason
    return error instanceof TransportError ? error : new TransportError(describeNetworkFailure(error), { cause: error })
  }

  /** Settles at the stop even where the work ignores the signal; a result that comes after all is disposed of. */
  async race<T>(work: Promise<T>, dispose: (late: T) => unknown): Promise<T> {
    const stopped = Promise.withResolvers<never>()
    const reject = () => stopped.reject(this.signal.reason)
    this.signal.addEventListener('abort', reject, { once: true })
    try {
      return await Promise.race([work, stopped.promise])
    } catch (error) {
      work.then(dispose).catch(() => {})
      throw error
    } finally {
      this.signal.removeEventListener('abort', reject)
    }
  }

  release(): void {
    this.#caller.removeEventListener('abort', this.#follow)
    this.#listener = () => {}
  }
}

/** Bears silence while a read is pending. One timer that is wound up again: a new one for each of many reads costs more than the read. */
export class Patience {
  readonly #ms: number
  readonly #stop: Stop
  #timer: NodeJS.Timeout | undefined
  #isWaiting = false

  constructor(ms: number, stop: Stop) {
    this.#ms = ms
    this.#stop = stop
  }

  begin(): void {
    this.#isWaiting = true
    if (this.#timer) this.#timer.refresh()
    else this.#timer = startTimer(this.#ms, () => this.#lose())
  }

  pause(): void {
    this.#isWaiting = false
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #lose(): void {
    if (this.#isWaiting) this.#stop.now(new TransportError(`nothing arrived for ${this.#ms / 1000} s`))
  }
}

export function startTimer(ms: number, fire: () => void): NodeJS.Timeout | undefined {
  return ms > 0 && Number.isFinite(ms) ? setTimeout(fire, Math.min(ms, LONGEST_TIMER_MS)) : undefined
}
