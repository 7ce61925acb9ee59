import { AdapterError, adapterError } from '../canonical/error.ts'
import { isJsonObject, type JsonObject } from '../canonical/json.ts'
import { redact } from '../redact.ts'
import { cleanCause, cleanWireError } from './cause.ts'
import { classifyFailure } from './errors.ts'
import { parseJson } from './parse-object.ts'
import type { Classification, WireFailure } from './protocol.ts'
import { WireError } from './protocol.ts'
import { retryAfter } from './retry.ts'
import { TransportError } from './stop.ts'

/** The provider answered with a status that is not success. */
export class StatusError extends WireError {
  readonly headers: Headers
  constructor(status: number, headers: Headers, text: string) {
    super(`status ${status}`, { status, body: bodyOf(text), text })
    this.headers = headers
  }
}

/** Google's compatible endpoint wraps its error in a list: `[{"error": {"code": 400, …}}]`. */
function bodyOf(text: string): JsonObject | null {
  const value = parseJson(text)
  const body = Array.isArray(value) ? value[0] : value
  return isJsonObject(body) ? body : null
}

/** A failed attempt, with what the provider said about the next one. */
export interface AttemptFailure {
  error: AdapterError
  retryAfterMs: number | null
}

export interface FailureContext {
  request_id: string
  provider: string
  classify: (failure: WireFailure) => Classification
  /** Removed from every word that is shown. */
  secrets: readonly string[]
  now: () => number
}

/** The error of its class for anything that an attempt throws. */
export function attemptFailure(thrown: unknown, context: FailureContext): AttemptFailure {
  if (thrown instanceof AdapterError) return { error: thrown, retryAfterMs: null }
  return thrown instanceof WireError
    ? wireFailure(thrown, context)
    : { error: ownFailure(thrown, context), retryAfterMs: null }
}

/** What the provider said. */
function wireFailure(
  thrown: WireError,
  { request_id, provider, classify, secrets, now }: FailureContext,
): AttemptFailure {
  // Cleaned before anything is cut out of it: half a key is a key too many.
  const cause = cleanWireError(thrown, secrets)
  const { failure } = cause
  const { error_class, message, retryable } = classifyFailure(failure, classify(failure))
  const headers = thrown instanceof StatusError ? thrown.headers : new Headers()
  const retryAfterMs = retryAfter(headers, now())
  const error = adapterError(error_class, [provider, failure.status, message].filter(Boolean).join(': '), {
    request_id,
    provider_status: failure.status,
    provider_message: message,
    retryable: retryable && headers.get('x-should-retry') !== 'false',
    retry_after_seconds: retryAfterMs === null ? null : retryAfterMs / 1000,
    cause,
  })
  return { error, retryAfterMs }
}

/** What broke below the wire, or in our own code. */
function ownFailure(thrown: unknown, { request_id, provider, secrets }: FailureContext): AdapterError {
  const provider_message = redact(thrown instanceof Error ? thrown.message : String(thrown), secrets)
  const error_class = thrown instanceof TransportError ? 'network' : 'other'
  return adapterError(error_class, `${provider}: ${provider_message}`, {
    request_id,
    provider_message,
    cause: cleanCause(thrown, secrets),
  })
}
