import { type HostResponse, type Sender, sendOverHttp } from './http-sender.ts'
import { MAX_ANSWER_BYTES } from './limit.ts'
import type { ReceivedBytes } from './received-bytes.ts'
import { AnswerTooLongError, Patience, Stop, startTimer, TransportError } from './stop.ts'

export interface SendOptions {
  /** Default: over the network. Tests, cassettes and the demo upstream enter here. */
  fetch?: Sender | undefined
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
  /** For how many ms from now nobody misses what comes of the body. */
  rest?: (() => number) | undefined
  /** Is given all that is read of the body. */
  record?: ReceivedBytes | undefined
}

/** The only way of the adapters to a host. Never follows a redirect: the keys are for this host alone. */
export async function send(options: SendOptions): Promise<Exchange> {
  const stop = new Stop(options.signal)
  const { fetch: sender = sendOverHttp, timeoutMs, url, headers, body, rest } = options
  const timer = startTimer(timeoutMs, () => stop.now(new TransportError(`no answer within ${timeoutMs / 1000} s`)))
  try {
    stop.throwIfStopped()
    const method = body === null ? 'GET' : 'POST'
    const sent = sender(url, { method, headers, body, redirect: 'manual', signal: stop.signal, rest })
    const response = await stop.race(sent, (late) => late.body?.cancel())
    return new Exchange(response, stop, options)
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
  readonly #record: ReceivedBytes | undefined
  #patience: Patience
  /** What is left of the time for a rest that may be missed; null while every byte counts. */
  #grace: number | null = null
  /** What may still come; below zero the body was cut. */
  #left = MAX_ANSWER_BYTES

  constructor(
    response: HostResponse,
    stop: Stop,
    { idleTimeoutMs, record }: Pick<SendOptions, 'idleTimeoutMs' | 'record'>,
  ) {
    this.status = response.status
    this.headers = response.headers
    this.#reader = response.body?.getReader()
    this.#stop = stop
    this.#record = record
    this.#patience = new Patience(idleTimeoutMs, stop)
    stop.onStop((reason) => this.#cancel(reason))
  }

  /** The next bytes, or null at the end of the body. Throws `AnswerTooLongError` where a body goes on past the limit. */
  read(): Promise<Uint8Array | null> {
    return this.#grace === null ? this.#readNext() : this.#readRest(this.#grace)
  }

  /** From now on the rest may be missed: a break, or this long a wait in all, is the end of the body as well. */
  allowEnd(graceMs: number): void {
    this.#grace ??= graceMs
  }

  async #readRest(grace: number): Promise<Uint8Array | null> {
    if (grace <= 0) return null
    this.#patience.end()
    this.#patience = new Patience(grace, this.#stop)
    const started = performance.now()
    try {
      return await this.#readNext()
    } catch (error) {
      if (error instanceof TransportError) return null
      throw error
    } finally {
      this.#grace = grace - (performance.now() - started)
    }
  }

  async #readNext(): Promise<Uint8Array | null> {
    this.#stop.throwIfStopped()
    if (!this.#reader) return null
    if (this.#left < 0) throw new AnswerTooLongError()
    this.#patience.begin()
    try {
      const { done, value } = await this.#reader.read()
      this.#stop.throwIfStopped()
      if (done) return null
      const bytes = this.#upToLimit(value)
      this.#record?.push(bytes)
      return bytes
    } catch (error) {
      throw this.#stop.reasonFor(error)
    } finally {
      this.#patience.pause()
    }
  }

  #upToLimit(bytes: Uint8Array): Uint8Array {
    this.#left -= bytes.byteLength
    return this.#left < 0 ? bytes.subarray(0, this.#left) : bytes
  }

  /** The rest of the body as text, up to a limit in bytes. */
  async text(limit = Number.POSITIVE_INFINITY, start: readonly Uint8Array[] = []): Promise<string> {
    const pieces = [...start]
    let size = pieces.reduce((sum, bytes) => sum + bytes.byteLength, 0)
    while (size < limit) {
      const bytes = await this.read()
      if (bytes === null) break
      pieces.push(bytes)
      size += bytes.byteLength
    }
    return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, limit))
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
