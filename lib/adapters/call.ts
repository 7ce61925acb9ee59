import { AdapterError, adapterError, CancelledError, RateLimitError } from '../canonical/error.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import { redact } from '../redact.ts'
import type { CanonicalRequest } from './adapter.ts'
import type { AnswerReaders } from './answer-body.ts'
import { AnswerBody } from './answer-body.ts'
import { classifyFailure } from './errors.ts'
import { parseObject } from './parse-object.ts'
import type { Answer, Classification, WireFailure } from './protocol.ts'
import { WireError } from './protocol.ts'
import type { AttemptFailure, Timing } from './retry.ts'
import { retryAfter, retryDelay } from './retry.ts'
import type { Exchange, SendOptions } from './transport.ts'
import { send, TransportError } from './transport.ts'

/** An error is shown to people: its start is enough. */
const MAX_ERROR_BYTES = 64 * 1024

export interface CallOptions {
  request: CanonicalRequest
  wire: Omit<SendOptions, 'signal' | 'body'>
  /** Made once: every attempt sends the same bytes. */
  toWire: () => JsonObject
  readers: AnswerReaders
  classify: (failure: WireFailure) => Classification
  provider: string
  secrets: readonly string[]
  maxRetries: number
  timing: Timing
  now: () => number
}

/** The provider answered with a status that is not success. */
class StatusError extends WireError {
  readonly headers: Headers
  constructor(status: number, headers: Headers, text: string) {
    super(`status ${status}`, { status, body: parseObject(text) ?? null, text })
    this.headers = headers
  }
}

/** One request to a provider with its retries: what `stream()` and `complete()` share. */
export class Call {
  readonly #options: CallOptions
  readonly #controller = new AbortController()
  readonly #follow = () => this.cancel()
  #body: AnswerBody | null = null
  #exchange: Exchange | null = null
  #first: StreamEvent[] = []
  #wasSent = false

  constructor(options: CallOptions) {
    this.#options = options
    const { signal } = options.request
    if (signal?.aborted) this.cancel()
    else signal?.addEventListener('abort', this.#follow, { once: true })
  }

  get cancelled(): boolean {
    return this.#controller.signal.aborted
  }

  /** Whether a provider may have counted tokens for it. */
  get wasSent(): boolean {
    return this.#wasSent
  }

  cancel(): void {
    this.#controller.abort(new Error('cancelled'))
  }

  /** Sends the request, again where that may help, until the first event can be shown or the answer is over. */
  async open(): Promise<void> {
    const body = JSON.stringify(this.#options.toWire())
    await this.#retrying(async () => {
      this.#body = await this.#send(body)
      do {
        for (let events = this.#body.next(); events; events = this.#body.next()) {
          if (events.length === 0) continue
          this.#first = events
          return
        }
      } while (await this.#body.read())
      this.#assertFinished()
    })
  }

  /** Sends the request, again where that may help, until the whole answer is there. */
  async openWhole(): Promise<void> {
    const body = JSON.stringify(this.#options.toWire())
    await this.#retrying(async () => {
      this.#body = await this.#send(body)
      do {
        while (this.#body.next()) this.#controller.signal.throwIfAborted()
      } while (await this.#body.read())
      this.#controller.signal.throwIfAborted()
      this.#assertFinished()
    })
  }

  /** The events that arrived already, translated one wire event at a time; a cancel takes effect between two. */
  *events(): Generator<StreamEvent, void, undefined> {
    yield* this.#first
    this.#first = []
    while (!this.cancelled) {
      const events = this.#body?.next()
      if (!events) return
      yield* events
    }
  }

  /** Waits for more; false when the answer is over. Throws when it was cut off. */
  async read(): Promise<boolean> {
    if (await this.#body?.read()) return true
    this.#assertFinished()
    return false
  }

  /** What is left to show, and the answer as far as it came; null where nothing came. */
  close(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } | null {
    return this.#body?.close(reason) ?? null
  }

  release(): void {
    this.#options.request.signal?.removeEventListener('abort', this.#follow)
    this.#exchange?.release()
  }

  /** The error of its class for anything that was thrown on the way. */
  toError(thrown: unknown): AdapterError {
    return this.#toFailure(thrown).error
  }

  async #retrying(attempt: () => Promise<void>): Promise<void> {
    const { maxRetries, timing, request } = this.#options
    for (let count = 1; ; count += 1) {
      try {
        this.#controller.signal.throwIfAborted()
        await attempt()
        return
      } catch (thrown) {
        const { error, retryAfterMs } = this.#toFailure(thrown)
        this.#exchange?.release()
        this.#body = null
        if (this.cancelled || !error.retryable || count > maxRetries) throw error
        const delay_ms = retryDelay(count, retryAfterMs, timing.random)
        request.onAttempt?.({ attempt: count, error_class: error.error_class, delay_ms })
        await timing.sleep(delay_ms, this.#controller.signal)
      }
    }
  }

  async #send(body: string): Promise<AnswerBody> {
    this.#wasSent = true
    const exchange = await send({ ...this.#options.wire, body, signal: this.#controller.signal })
    this.#exchange = exchange
    if (exchange.status >= 200 && exchange.status < 300) return new AnswerBody(exchange, this.#options.readers)
    const location = exchange.headers.get('location')
    const text =
      exchange.status < 400 && location !== null
        ? `the server redirects to ${location}: set the base URL to the final address`
        : await exchange.text(MAX_ERROR_BYTES).catch(() => '')
    throw new StatusError(exchange.status, exchange.headers, text)
  }

  #assertFinished(): void {
    if (this.#body?.finished) return
    this.#controller.signal.throwIfAborted()
    throw new TransportError('the stream ended before the answer was complete')
  }

  #toFailure(thrown: unknown): AttemptFailure {
    const { request, provider, secrets } = this.#options
    const { request_id } = request
    if (this.cancelled) {
      return {
        error: new CancelledError('the request was cancelled', { request_id, cause: thrown }),
        retryAfterMs: null,
      }
    }
    if (thrown instanceof AdapterError) return { error: thrown, retryAfterMs: null }
    if (!(thrown instanceof WireError)) {
      const message = redact(thrown instanceof Error ? thrown.message : String(thrown), secrets)
      const error = adapterError(thrown instanceof TransportError ? 'network' : 'other', `${provider}: ${message}`, {
        request_id,
        provider_message: message,
        cause: thrown,
      })
      return { error, retryAfterMs: null }
    }

    const { failure } = thrown
    const { error_class, message, retryable } = classifyFailure(failure, this.#options.classify(failure))
    const headers = thrown instanceof StatusError ? thrown.headers : new Headers()
    const retryAfterMs = retryAfter(headers, this.#options.now())
    const words = redact(message, secrets)
    const error = adapterError(error_class, [provider, failure.status, words].filter(Boolean).join(': '), {
      request_id,
      provider_status: failure.status,
      provider_message: words,
      retryable: retryable && headers.get('x-should-retry') !== 'false',
      retry_after_seconds: retryAfterMs === null ? null : retryAfterMs / 1000,
      cause: thrown,
    })
    return { error, retryAfterMs: error instanceof RateLimitError || failure.status === 503 ? retryAfterMs : null }
  }
}
