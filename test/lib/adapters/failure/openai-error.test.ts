import { describe, expect, test } from 'vitest'
import { classifyFailure } from '#lib/adapters/failure/errors.ts'
import { classify } from '#lib/adapters/failure/openai-error.ts'
import type { ErrorClass } from '#lib/canonical/error.ts'
import type { JsonObject } from '#lib/canonical/json.ts'

const failure = (status: number | null, body: JsonObject | null) => ({ status, body, text: JSON.stringify(body) })
const classOf = (status: number | null, body: JsonObject | null) => {
  const wire = failure(status, body)
  return classifyFailure(wire, classify(wire)).error_class
}
const error = (fields: JsonObject) => ({ error: { message: 'Words', ...fields } })

describe('error classes by what the body says', () => {
  test.each<[number, JsonObject, ErrorClass]>([
    [400, error({ code: 'context_length_exceeded', type: 'invalid_request_error' }), 'context_overflow'],
    [400, error({ code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } }), 'content_filter'],
    [400, error({ code: 'content_policy_violation' }), 'content_filter'],
    [400, error({ code: 'tool_use_failed', type: 'invalid_request_error', failed_generation: '{' }), 'invalid_request'],
    [400, error({ type: 'BadRequestError', code: 400 }), 'invalid_request'],
    [401, error({ code: 'invalid_api_key', type: 'invalid_request_error' }), 'auth'],
    [401, error({ code: 'invalid_request_error', type: 'authentication_error' }), 'auth'],
    [402, error({ code: 'invalid_request_error', type: 'unknown_error' }), 'billing'],
    [403, error({ code: 'permission_denied', message: 'flagged by moderation' }), 'content_filter'],
    [403, error({ type: 'permission_error', message: 'Your credit balance is too low' }), 'billing'],
    [403, error({ type: 'permission_error' }), 'auth'],
    [403, error({ code: 'invalid_api_key', message: 'no credit for this key' }), 'auth'],
    [404, error({ code: 'model_not_found', type: 'invalid_request_error' }), 'not_found'],
    [404, error({ code: 'DeploymentNotFound', type: 'invalid_request_error' }), 'not_found'],
    [422, { detail: [{ msg: 'Field required' }] }, 'invalid_request'],
    [429, error({ code: 'rate_limit_exceeded', type: 'requests' }), 'rate_limit'],
    [429, error({ code: 'insufficient_quota', type: 'insufficient_quota' }), 'billing'],
    [500, error({ type: 'server_error', code: null }), 'server_error'],
    [503, error({ type: 'overloaded_error' }), 'rate_limit'],
    [400, { object: 'error', message: 'Invalid model: x', type: 'invalid_model', code: '1500' }, 'not_found'],
    [404, { error: "model 'x' not found" }, 'not_found'],
    [418, error({}), 'invalid_request'],
    [400, error({ code: 400, type: 'too_many_prompt_tokens' }), 'context_overflow'],
  ])('%i %j is %s', (status, body, expected) => {
    expect(classOf(status, body)).toBe(expected)
  })

  test('wire-rule 121: Perplexity says by its type, or by its words, that a prompt is too long', () => {
    const message = 'The total length of all messages is too long'
    expect(classOf(400, { error: { message, type: 'too_many_prompt_tokens', code: 400 } })).toBe('context_overflow')
    expect(classOf(400, { error: { message, code: 400 } })).toBe('context_overflow')
  })

  test('wire-rule 106: a field that is too long is no overflow of the context', () => {
    const message = "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40."
    expect(classOf(400, { error: { message, code: 'string_above_max_length' } })).toBe('invalid_request')
  })

  test('wire-rule 107: a rate limit that counts tokens is no overflow', () => {
    expect(classOf(429, error({ message: 'Limit 30000 tokens per min, too many tokens' }))).toBe('rate_limit')
  })
})

test('what of the conversation is at fault is told where the words leave it out', () => {
  const wordsOf = (fields: JsonObject) => classify(failure(400, error(fields))).message
  expect(wordsOf({ param: 'messages[2].content[1].image_url' })).toBe('Words (messages[2].content[1].image_url)')
  expect(wordsOf({ message: 'Bad input[3]', param: 'input[3]' })).toBe('Bad input[3]')
  expect(wordsOf({ param: 'temperature' })).toBe('Words')
})

describe('wire-rule 233: hosts have shapes of their own for an error', () => {
  test.each<[string, number, JsonObject, ErrorClass, string]>([
    ['Mistral', 400, { object: 'error', message: 'Words', type: 'invalid_request_error' }, 'invalid_request', 'Words'],
    ['xAI by Responses', 400, { code: 'invalid-argument', error: 'Words' }, 'invalid_request', 'Words'],
    ['Venice', 401, { error: 'Words' }, 'auth', 'Words'],
    ['Perplexity', 400, { error: { message: 'Words', type: 'bad', code: 400 } }, 'invalid_request', 'Words'],
    [
      'OpenRouter',
      400,
      error({ code: 400, metadata: { provider_name: 'Google', raw: 'Inner', previous_errors: [] } }),
      'invalid_request',
      'Words: Inner',
    ],
    [
      'llama.cpp',
      400,
      error({ code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 9, n_ctx: 8 }),
      'context_overflow',
      'Words',
    ],
    ['Azure', 404, error({ code: '404' }), 'not_found', 'Words'],
    ['Responses', 400, error({ code: 'model_not_found', param: 'model' }), 'not_found', 'Words'],
    ['Responses', 400, error({ code: 'previous_response_not_found' }), 'invalid_request', 'Words'],
  ])('%s: %i %j is %s, in the words %s', (_host, status, body, expected, words) => {
    const wire = failure(status, body)
    expect(classifyFailure(wire, classify(wire))).toMatchObject({ error_class: expected, message: words })
  })
})

describe('inside a 200, where no status tells', () => {
  test.each<[JsonObject | null, ErrorClass]>([
    [{ error: { code: 400 } }, 'invalid_request'],
    [{ error: { code: 401 } }, 'auth'],
    [{ error: { code: 402 } }, 'billing'],
    [{ error: { code: 403 } }, 'auth'],
    [{ error: { code: 404 } }, 'not_found'],
    [{ error: { code: 408 } }, 'network'],
    [{ error: { code: 429 } }, 'rate_limit'],
    [{ error: { code: '502' } }, 'server_error'],
    [{ error: { code: 403, message: 'Your input was flagged by moderation' } }, 'content_filter'],
    [{ error: { code: 403, message: 'No credits left' } }, 'billing'],
    [{ error: { code: 403, message: 'Permission denied by provider' } }, 'auth'],
    [{ error: { code: 413, message: 'more tokens than fit' } }, 'context_overflow'],
    [{ error: { status_code: 429 } }, 'rate_limit'],
    [{ error: { status_code: 529, message: 'overloaded' } }, 'rate_limit'],
    [{ error: { status_code: 529 } }, 'server_error'],
    [{ error: { type: 'invalid_request_error' } }, 'invalid_request'],
    [{ error: 'Bad' }, 'server_error'],
    [{ error: { code: 1234 } }, 'server_error'],
    [null, 'server_error'],
  ])('%j is %s', (body, expected) => {
    expect(classOf(null, body)).toBe(expected)
  })

  test('a body that is not JSON leaves an HTTP failure to its status', () => {
    expect(classify({ status: 502, body: null, text: '<html>' })).toEqual({})
  })
})

describe('the provider’s own words', () => {
  test.each([
    [{ error: { message: 'Words' } }, 'Words'],
    [{ error: 'Words' }, 'Words'],
    [{ object: 'error', message: 'Words' }, 'Words'],
    [{ detail: 'Words' }, 'Words'],
    [{ error: { message: 'Provider returned error', metadata: { raw: 'Words' } } }, 'Provider returned error: Words'],
    [{ error: { metadata: { raw: 'Words' } } }, 'Words'],
    [{ error: { code: 7 } }, undefined],
  ])('%j', (body, words) => {
    expect(classify(failure(400, body)).message).toBe(words)
  })
})
