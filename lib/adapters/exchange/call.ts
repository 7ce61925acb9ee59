import type { AdapterError } from '../../canonical/error.ts'
import { CancelledError } from '../../canonical/error.ts'
import type { SentBody } from '../../canonical/exchange-record.ts'
import type { JsonObject } from '../../canonical/json.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { redact, redactSecrets } from '../../redact.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { FailureContext } from '../failure/failure.ts'
import { attemptFailure, StatusError } from '../failure/failure.ts'
import { neverConnected } from '../failure/network-failure.ts'
import { type Answer, WireError, type WireFailure } from '../protocol.ts'
import type { AnswerReaders } from './answer-body.ts'
import { AnswerBody } from './answer-body.ts'
import { MAX_ERROR_BYTES } from './limit.ts'
import { ReceivedBytes } from './received-bytes.ts'
import { keptHeaders } from './response-headers.ts'
import type { Timing } from './retry.ts'
import { retryDelay } from './retry.ts'
import { TransportError } from './stop.ts'
import type { Exchange, SendOptions } from './transport.ts'
import { send } from './transport.ts'

/** How long an error may take to say the rest: its words so far are better than none. */
const ERROR_GRACE_MS = 3_000

/** What a host says one field at a time is all said after so many. */
const MOST_MENDINGS = 3

/** What goes out. */
export interface Sending extends Pick<SendOptions, 'headers'> {
  body: string
  sent: () => SentBody
}

export interface CallOptions extends Omit<FailureContext, 'request_id'> {
  request: CanonicalRequest
  wire: Omit<SendOptions, 'signal' | 'body' | 'headers'>
  /** What must be known before the first attempt; null where nothing is to be asked. */
  prepare: ((signal: AbortSignal) => Promise<void>) | null
  /** Made once, every attempt sends the same bytes; and once more where a refusal said how to do better. */
  attempt: (mended: JsonObject | null) => Sending
  /** What is to be done differently. */
  mend: (failure: WireFailure) => JsonObject | null
  readers: AnswerReaders
  maxRetries: number
  timing: Timing
}

/** One request to a provider with its retries: what `stream()` and `complete()` share. */
export class Call {
  readonly #options: CallOptions
  readonly #controller = new AbortController()
  readonly #follow = () => this.cancel()
  #body: AnswerBody | null = null
  #exchange: Exchange | null = null
  #received: ReceivedBytes | undefined
  /** The events of one wire event, and how many of them were told. */
  #arrived: StreamEvent[] = []
  #told = 0
  #wasSent = false
  /** The signal's own word, which is asked for at each event, costs as much as reading one. */
  #isCancelled = false

  constructor(options: CallOptions) {
    this.#options = options
    const { signal } = options.request
    if (signal?.aborted) this.cancel()
    else signal?.addEventListener('abort', this.#follow, { once: true })
  }

  get cancelled(): boolean {
    return this.#isCancelled
  }

  /** Whether the answer is whole, as far as the wire says. */
  get finished(): boolean {
    return this.#body?.finished ?? false
  }

  /** Whether something came, in `open`, that can be shown. */
  get hasEvents(): boolean {
    return this.#arrived.length > 0
  }

  /** Whether a provider may have counted tokens for it. */
  get wasSent(): boolean {
    return this.#wasSent
  }

  cancel(): void {
    this.#isCancelled = true
    this.#controller.abort(new Error('cancelled'))
  }

  /** Sends the request, again where that may help, until the first event can be shown or the answer is over. */
  async open(): Promise<void> {
    await this.#retrying(async (body) => {
      do {
        for (let events = body.next(); events; events = body.next()) {
          if (events.length === 0) continue
          this.#arrived = events
          return
        }
      } while (await body.read())
      this.#assertFinished()
    })
  }

  /** Sends the request, again where that may help, until the whole answer is there. */
  async openWhole(): Promise<void> {
    await this.#retrying(async (body) => {
      do {
        while (body.next()) this.#controller.signal.throwIfAborted()
      } while (await body.read())
      this.#controller.signal.throwIfAborted()
      this.#assertFinished()
    })
  }

  /** The next of the events that arrived already, translated one wire event at a time; a cancel takes effect between two of those. */
  next(): IteratorResult<StreamEvent, undefined> {
    for (;;) {
      const event = this.#arrived[this.#told]
      if (event !== undefined) {
        this.#told += 1
        return { value: event, done: false }
      }
      const events = this.#isCancelled ? undefined : this.#body?.next()
      if (!events) return { value: undefined, done: true }
      this.#arrived = events
      this.#told = 0
    }
  }

  [Symbol.iterator]() {
    return this
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
    this.#endExchange()
  }

  /** The error of its class for anything that was thrown on the way. */
  toError(thrown: unknown): AdapterError {
    const { request, ...context } = this.#options
    const { request_id } = request
    if (!this.cancelled) return attemptFailure(thrown, { ...context, request_id })
    return new CancelledError('the request was cancelled', { request_id, cause: thrown })
  }

  async #retrying(readAnswer: (body: AnswerBody) => Promise<void>): Promise<void> {
    const { prepare, attempt, maxRetries, timing, request } = this.#options
    if (prepare) await prepare(this.#controller.signal)
    let sending = attempt(null)
    let mendings = 0
    for (let count = 1; ; count += 1) {
      try {
        this.#controller.signal.throwIfAborted()
        this.#body = await this.#send(sending)
        await readAnswer(this.#body)
        return
      } catch (thrown) {
        const error = this.toError(thrown)
        this.#endExchange()
        const mended = this.cancelled ? null : this.#mend(error, thrown, mendings)
        const isRetried = error.retryable && count - mendings <= maxRetries
        if (this.cancelled || !(mended || isRetried)) throw error
        this.#body = null
        const { error_class, provider_status, reason } = error
        const delay_ms = mended ? 0 : retryDelay(count - mendings, error.retry_after_seconds, timing.random)
        request.onAttempt?.({ attempt: count, error_class, provider_status, ...(reason && { reason }), delay_ms })
        if (mended) {
          sending = attempt(mended)
          mendings += 1
        } else {
          await timing.sleep(delay_ms, this.#controller.signal)
        }
      }
    }
  }

  #mend({ error_class }: AdapterError, thrown: unknown, mendings: number): JsonObject | null {
    // What is not found may be a thing that the request names beside its model.
    const isAboutRequest = error_class === 'invalid_request' || error_class === 'not_found'
    if (!isAboutRequest || mendings >= MOST_MENDINGS || !(thrown instanceof WireError)) return null
    return this.#options.mend(thrown.failure)
  }

  async #send({ body, headers, sent }: Sending): Promise<AnswerBody> {
    const wasSent = this.#wasSent
    this.#wasSent = true
    const { wire, secrets } = this.#options
    const { onExchange, onReceived } = this.#options.request
    const told = onExchange ? sent() : null
    if (told) onExchange?.({ request: told, response_headers: null })
    this.#received = onReceived && new ReceivedBytes()
    const record = this.#received
    const sending = send({ ...wire, body, headers, signal: this.#controller.signal, record })
    const exchange = await sending.catch((error: unknown) => {
      if (neverConnected(error)) this.#wasSent = wasSent
      throw error
    })
    this.#exchange = exchange
    if (told) onExchange?.({ request: told, response_headers: keptHeaders(exchange.headers, secrets) })
    if (exchange.status >= 200 && exchange.status < 300) return new AnswerBody(exchange, this.#options.readers)
    // What is refused is not counted.
    this.#wasSent = wasSent
    exchange.allowEnd(ERROR_GRACE_MS)
    const location = exchange.headers.get('location')
    const text =
      exchange.status < 400 && location !== null
        ? `the server redirects to ${location}: set the base URL to the final address`
        : await exchange.text(MAX_ERROR_BYTES)
    throw new StatusError(exchange.status, exchange.headers, text)
  }

  /** Once for each that somebody answered. */
  #endExchange(): void {
    const exchange = this.#exchange
    const received = this.#received
    if (!exchange) return
    this.#exchange = null
    exchange.release()
    if (!received) return
    const { status } = exchange
    // What a model writes about keys is its answer; a refusal may quote what was sent.
    const clean = status >= 200 && status < 300 ? redactSecrets : redact
    const text = clean(received.text(), this.#options.secrets)
    this.#options.request.onReceived?.({ status, bytes: received.count, text, is_cut: received.isCut })
  }

  #assertFinished(): void {
    if (this.finished) return
    this.#controller.signal.throwIfAborted()
    throw new TransportError('the stream ended before the answer was complete')
  }
}
