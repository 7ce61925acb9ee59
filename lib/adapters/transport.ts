import { describeNetworkFailure } from './network-failure.ts'

/** What broke below HTTP, time-outs included. */
export class TransportError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'TransportError'
  }
}

export interface SendOptions {
  /** Default: the platform's. Tests, cassettes and the demo upstream enter here. */
  fetch?: typeof fetch | undefined
  url: string
  headers: Record<string, string>
  /** `null` asks (GET), text tells (POST). */
  body: string | null
  /** Ends the exchange at any point; what is pending then rejects with the signal's reason. */
  signal: AbortSignal
  /** To the response headers. */
  timeoutMs: number
  /** Between bytes. */
  idleTimeoutMs: number
}

/** `setTimeout` fires at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The only `fetch` of the adapters. Never follows a redirect: the keys are for this host alone. */
export async function send(options: SendOptions): Promise<Exchange> {
  const stop = new Stop(options.signal)
  const { fetch: sender = fetch, timeoutMs, url, headers, body } = options
  const timer = startTimer(timeoutMs, () => stop.now(new TransportError(`no answer within ${timeoutMs / 1000} s`)))
  try {
    stop.throwIfStopped()
    const method = body === null ? 'GET' : 'POST'
    const init: RequestInit = { method, headers, body, redirect: 'manual', signal: stop.signal }
    const response = await stop.race(sender(url, init), (late) => late.body?.cancel())
    return new Exchange(response, stop, options.idleTimeoutMs)
  } catch (error) {
    stop.release()
    throw stop.reasonFor(error)
  } finally {
    clearTimeout(timer)
  }
}

/** A response whose body is read piece by piece. Whoever holds it releases it, read to the end or not. */
export class Exchange {
  readonly status: number
  readonly headers: Headers
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #stop: Stop
  #patience: Patience

  constructor(response: Response, stop: Stop, idleTimeoutMs: number) {
    this.status = response.status
    this.headers = response.headers
    this.#reader = response.body?.getReader()
    this.#stop = stop
    this.#patience = new Patience(idleTimeoutMs, stop)
    stop.onStop((reason) => this.#cancel(reason))
  }

  /** The next bytes, or null at the end of the body. */
  async read(): Promise<Uint8Array | null> {
    this.#stop.throwIfStopped()
    if (!this.#reader) return null
    this.#patience.begin()
    try {
      const { done, value } = await this.#reader.read()
      this.#stop.throwIfStopped()
      return done ? null : value
    } catch (error) {
      throw this.#stop.reasonFor(error)
    } finally {
      this.#patience.pause()
    }
  }

  /** From now on silence is borne for this long. */
  setIdleTimeout(ms: number): void {
    this.#patience.end()
    this.#patience = new Patience(ms, this.#stop)
  }

  /** The rest of the body as text, up to a limit in bytes. */
  async text(limit: number, start: readonly Uint8Array[] = []): Promise<string> {
    const decoder = new TextDecoder()
    let text = ''
    let size = 0
    const append = (bytes: Uint8Array) => {
      size += bytes.byteLength
      text += decoder.decode(bytes.subarray(0, Math.max(0, bytes.byteLength - Math.max(0, size - limit))), {
        stream: true,
      })
    }
    start.forEach(append)
    for (
      let bytes = size < limit ? await this.read() : null;
      bytes !== null;
      bytes = size < limit ? await this.read() : null
    ) {
      append(bytes)
    }
    return text + decoder.decode()
  }

  /** Closes the connection if the body is not read to its end. Idempotent. */
  release(): void {
    this.#stop.release()
    this.#patience.end()
    this.#cancel()
  }

  #cancel(reason?: unknown): void {
    // A body that failed already rejects its cancel; there is nothing left to close then.
    this.#reader?.cancel(reason).catch(() => {})
  }
}

/** Bears silence while a read is pending. One timer that is wound up again: a new one for each of many reads costs more than the read. */
class Patience {
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

/** Ends one exchange for the first of several reasons: the caller's signal or a time-out. */
class Stop {
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

function startTimer(ms: number, fire: () => void): NodeJS.Timeout | undefined {
  return ms > 0 && Number.isFinite(ms) ? setTimeout(fire, Math.min(ms, LONGEST_TIMER_MS)) : undefined
}
