import { describe, expect, test } from 'vitest'
import { classify } from '#lib/adapters/protocols/anthropic/classify.ts'
import type { JsonObject } from '#lib/canonical/json.ts'

const read = (body: JsonObject | null, status: number | null = 400) =>
  classify({ status, body, text: JSON.stringify(body) })
const typed = (type: string, message = 'words') => read({ type: 'error', error: { type, message } }).error_class

describe('an error body', () => {
  test.each([
    ['overloaded_error', 'rate_limit'],
    ['rate_limit_error', 'rate_limit'],
    ['authentication_error', 'auth'],
    ['permission_error', 'auth'],
    ['billing_error', 'billing'],
    ['not_found_error', 'not_found'],
    ['timeout_error', 'network'],
    ['api_error', 'server_error'],
    ['invalid_request_error', 'invalid_request'],
    ['request_too_large', undefined],
    ['server_error', undefined],
    ['constructor', undefined],
  ])('wire-rule 109: of type %s is of class %s', (type, errorClass) => {
    expect(typed(type)).toBe(errorClass)
  })

  test.each([
    ['prompt is too long: 3333404 tokens > 200000 maximum', 'context_overflow'],
    ['The conversation does not fit into the context of this model', 'context_overflow'],
    ['context_management: Extra inputs are not permitted', 'invalid_request'],
    ['input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease …', 'context_overflow'],
    ['Your credit balance is too low to access the Anthropic API.', 'billing'],
    ['You have reached your specified API usage limits.', 'billing'],
    ['Output blocked by content filtering policy', 'content_filter'],
    ['messages: roles must alternate', 'invalid_request'],
  ])('that is invalid_request_error may be more: %s', (message, errorClass) => {
    expect(typed('invalid_request_error', message)).toBe(errorClass)
  })

  test.each([
    ['Your organization does not have access to the long context beta.', 'auth'],
    ['Insufficient credits', 'billing'],
    ['You have reached your specified API usage limits.', 'billing'],
    ['Your input was flagged', 'content_filter'],
  ])('that is permission_error may be about credits or moderation, never about size: %s', (message, errorClass) => {
    expect(typed('permission_error', message)).toBe(errorClass)
  })

  test('keeps the provider’s words, wherever the host puts them', () => {
    expect(read({ error: { message: 'a' } })).toEqual({ error_class: undefined, message: 'a' })
    expect(read({ error: 'b' }).message).toBe('b')
    expect(read({ message: 'c' }).message).toBe('c')
    expect(read({}).message).toBeUndefined()
    expect(read(null, 502)).toEqual({ error_class: undefined, message: undefined })
  })
})
