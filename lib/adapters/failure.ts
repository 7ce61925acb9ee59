import { AdapterError, adapterError } from '../canonical/error.ts'
import { redact } from '../redact.ts'
import { cleanCause, cleanWireError } from './cause.ts'
import { classifyFailure } from './errors.ts'
import { objectIn, parseJson } from './parse-object.ts'
import type { Classification, WireFailure } from './protocol.ts'
import { WireError } from './protocol.ts'
import { retryAfter } from './retry.ts'
import { TransportError } from './stop.ts'

/** The provider answered with a status that is not success. */
export class StatusError extends WireError {
  readonly headers: Headers
  constructor(status: number, headers: Headers, text: string) {
    super(`status ${status}`, { status, body: objectIn(parseJson(text)) ?? null, text })
    this.headers = headers
  }
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
export function attemptFailure(thrown: unknown, context: FailureContext): AdapterError {
  if (thrown instanceof AdapterError) return thrown
  return thrown instanceof WireError ? wireFailure(thrown, context) : ownFailure(thrown, context)
}

/** What the provider said. */
function wireFailure(
  thrown: WireError,
  { request_id, provider, classify, secrets, now }: FailureContext,
): AdapterError {
  // Cleaned before anything is cut out of it: half a key is a key too many.
  const cause = cleanWireError(thrown, secrets)
  const { failure } = cause
  const { error_class, message, retryable } = classifyFailure(failure, classify(failure))
  const headers = thrown instanceof StatusError ? thrown.headers : new Headers()
  return adapterError(error_class, [provider, failure.status, message].filter(Boolean).join(': '), {
    request_id,
    provider_status: failure.status,
    provider_message: message,
    retryable: retryable && headers.get('x-should-retry') !== 'false',
    retry_after_seconds: retryAfter(headers, now()),
    cause,
  })
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
