import { describe, expect, test } from 'vitest'
import {
  AdapterError,
  AuthError,
  adapterError,
  BillingError,
  CancelledError,
  ContentFilterError,
  ContextOverflowError,
  ErrorClass,
  InvalidRequestError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  RETRYABLE_CLASSES,
  ServerError,
} from '#lib/canonical/error.ts'

const EXCEPTIONS = {
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
  other: AdapterError,
} satisfies Record<ErrorClass, unknown>

describe('an adapter error', () => {
  test.each(Object.entries(EXCEPTIONS))('of class %s has its own exception', (errorClass, Exception) => {
    const error = adapterError(errorClass as ErrorClass, 'it failed', { request_id: 'req_1' })
    expect(error).toBeInstanceOf(Exception)
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toMatchObject({ error_class: errorClass, message: 'it failed', request_id: 'req_1' })
    expect(error.name).toBe(Exception.name)
  })

  test('covers every class of the format', () => {
    expect(Object.keys(EXCEPTIONS)).toEqual(ErrorClass.options)
  })

  test('is retryable by its class: what may pass by itself', () => {
    expect([...RETRYABLE_CLASSES]).toEqual(['rate_limit', 'server_error', 'network'])
    for (const errorClass of ErrorClass.options) {
      const { retryable } = adapterError(errorClass, '', { request_id: 'req_1' })
      expect(retryable, errorClass).toBe(RETRYABLE_CLASSES.has(errorClass))
    }
  })

  test('can say that it is not, whatever its class', () => {
    expect(adapterError('server_error', '', { request_id: 'req_1', retryable: false }).retryable).toBe(false)
  })

  test('keeps what the provider said, and what caused it', () => {
    const cause = new Error('ECONNRESET')
    const error = adapterError('network', 'lost', {
      request_id: 'req_1',
      provider_status: 502,
      provider_message: 'Bad gateway',
      cause,
    })
    expect(error).toMatchObject({ provider_status: 502, provider_message: 'Bad gateway', cause })
  })

  test('has no status, no words and no cause where there were none', () => {
    const error = adapterError('other', 'odd', { request_id: 'req_1' })
    expect(error).toMatchObject({ provider_status: null, provider_message: '' })
    expect(Object.hasOwn(error, 'cause')).toBe(false)
  })

  test.each([
    [7, 'slow down (try again in 7 s)'],
    [0.02, 'slow down (try again in 1 s)'],
    [120, 'slow down (try again in 120 s)'],
    [121, 'slow down (try again in 3 min)'],
    [7_201, 'slow down (try again in 3 h)'],
    [0, 'slow down'],
    [null, 'slow down'],
  ])('knows how long the provider asked to wait, and says so: %j s', (retry_after_seconds, message) => {
    for (const errorClass of ['rate_limit', 'server_error'] as const) {
      const error = adapterError(errorClass, 'slow down', { request_id: 'r', retry_after_seconds })
      expect(error).toMatchObject({ retry_after_seconds, message })
    }
    expect(adapterError('rate_limit', '', { request_id: 'r' })).toMatchObject({ retry_after_seconds: null })
  })
})
