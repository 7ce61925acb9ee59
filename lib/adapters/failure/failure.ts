import { AdapterError, adapterError, type ErrorClass, type ErrorReason } from '../../canonical/error.ts'
import { retryAfter } from '../../canonical/retry-after.ts'
import { redact } from '../../redact.ts'
import { shortened } from '../../shortened.ts'
import { objectIn, parseJson } from '../answer/parse-object.ts'
import { MAX_WORDS } from '../exchange/limit.ts'
import { AnswerTooLongError, TransportError } from '../exchange/stop.ts'
import type { Classification, WireFailure } from '../protocol.ts'
import { WireError } from '../protocol.ts'
import { cleanCause, cleanWireError, excerptOf } from './cause.ts'
import { classifyFailure } from './errors.ts'
import { neverConnected } from './network-failure.ts'

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
  const { error_class, message: words, retryable, reason } = classifyFailure(failure, classify(failure))
  const message = shortened(words, MAX_WORDS)
  const headers = thrown instanceof StatusError ? thrown.headers : new Headers()
  return adapterError(error_class, [provider, failure.status, message].filter(Boolean).join(': '), {
    request_id,
    reason,
    provider_status: failure.status,
    provider_message: message,
    retryable: retryable && headers.get('x-should-retry') !== 'false',
    retry_after_seconds: retryAfter(headers, now()),
    cause: excerptOf(cause),
  })
}

/** What broke below the wire, or in our own code. */
function ownFailure(thrown: unknown, { request_id, provider, secrets }: FailureContext): AdapterError {
  const words = redact(thrown instanceof Error ? thrown.message : String(thrown), secrets)
  const provider_message = shortened(words, MAX_WORDS)
  const { error_class, ...passes } = ownClass(thrown)
  return adapterError(error_class, `${provider}: ${provider_message}`, {
    request_id,
    provider_message,
    ...passes,
    cause: cleanCause(thrown, secrets),
  })
}

/** An answer without end is the host's fault, not the network's, and it would be as long the next time. */
function ownClass(thrown: unknown): { error_class: ErrorClass; retryable?: false; reason?: ErrorReason } {
  if (thrown instanceof AnswerTooLongError) return { error_class: 'server_error', retryable: false }
  if (!(thrown instanceof TransportError)) return { error_class: 'other' }
  return neverConnected(thrown) ? { error_class: 'network', reason: 'unreachable' } : { error_class: 'network' }
}
