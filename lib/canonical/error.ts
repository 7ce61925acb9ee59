import { z } from 'zod'

/** provider-adapter-contract §6.1, grown by design §3.13 (`billing`, `content_filter`, `not_found`). */
export const ErrorClass = z.enum([
  'rate_limit',
  'auth',
  'server_error',
  'network',
  'context_overflow',
  'invalid_request',
  'cancelled',
  'billing',
  'content_filter',
  'not_found',
  'other',
])
export type ErrorClass = z.infer<typeof ErrorClass>

/**
 * What the class leaves open and a person has to know: an overload passes by itself whoever asks, a limit is one's own; where
 * nothing could be reached, nothing of the request arrived; a budget of this installation is no bill of a provider; what was
 * refused before was not sent again, and the words are those of then.
 */
export const ErrorReason = z.enum(['overloaded', 'unreachable', 'budget_spent', 'refused_before'])
export type ErrorReason = z.infer<typeof ErrorReason>

/** Classes that may pass by themselves: the adapter retries them before the first visible delta (§6.4). */
export const RETRYABLE_CLASSES: ReadonlySet<ErrorClass> = new Set(['rate_limit', 'server_error', 'network'])

export interface AdapterErrorDetails {
  request_id: string
  /** HTTP status, where the provider answered at all. */
  provider_status?: number | null
  /** The provider's own words, secrets removed. */
  provider_message?: string
  /** How long the provider asked to wait; the words of the error say it too. */
  retry_after_seconds?: number | null
  reason?: ErrorReason | undefined
  /** False overrides the class: a server that answers 500 to a plainly bad request. */
  retryable?: boolean
  cause?: unknown
}

export class AdapterError extends Error {
  readonly error_class: ErrorClass
  readonly provider_status: number | null
  readonly provider_message: string
  /** Absent where its class says all that is known. */
  readonly reason?: ErrorReason
  readonly retry_after_seconds: number | null
  readonly retryable: boolean
  readonly request_id: string

  constructor(errorClass: ErrorClass, message: string, details: AdapterErrorDetails) {
    const wait = details.retry_after_seconds ?? null
    const words = wait === null || wait === 0 ? message : `${message} (try again in ${duration(wait)})`
    super(words, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.error_class = errorClass
    this.provider_status = details.provider_status ?? null
    this.provider_message = details.provider_message ?? ''
    if (details.reason !== undefined) this.reason = details.reason
    this.retry_after_seconds = wait
    this.retryable = details.retryable ?? RETRYABLE_CLASSES.has(errorClass)
    this.request_id = details.request_id
  }
}

/** Never less than it is: who comes back too early is refused again. */
function duration(seconds: number): string {
  if (seconds <= 120) return `${Math.ceil(seconds)} s`
  return seconds <= 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`
}

function withClass(errorClass: ErrorClass) {
  return class extends AdapterError {
    constructor(message: string, details: AdapterErrorDetails) {
      super(errorClass, message, details)
    }
  }
}

export class RateLimitError extends withClass('rate_limit') {}

export class AuthError extends withClass('auth') {}

export class ServerError extends withClass('server_error') {}

/** Includes both time-outs: to the response headers, and between bytes. */
export class NetworkError extends withClass('network') {}

export class ContextOverflowError extends withClass('context_overflow') {}

export class InvalidRequestError extends withClass('invalid_request') {}

export class CancelledError extends withClass('cancelled') {}

/** 402, or a quota that waiting does not refill. */
export class BillingError extends withClass('billing') {}

export class ContentFilterError extends withClass('content_filter') {}

/** An unknown model, or one that is not installed. */
export class NotFoundError extends withClass('not_found') {}

const CONSTRUCTORS: Partial<Record<ErrorClass, new (message: string, details: AdapterErrorDetails) => AdapterError>> = {
  rate_limit: RateLimitError,
  auth: AuthError,
  server_error: ServerError,
  network: NetworkError,
  context_overflow: ContextOverflowError,
  invalid_request: InvalidRequestError,
  cancelled: CancelledError,
  billing: BillingError,
  content_filter: ContentFilterError,
  not_found: NotFoundError,
}

/** The most specific exception of a class (§6.3). */
export function adapterError(errorClass: ErrorClass, message: string, details: AdapterErrorDetails): AdapterError {
  const Constructor = CONSTRUCTORS[errorClass]
  return Constructor ? new Constructor(message, details) : new AdapterError(errorClass, message, details)
}
