import { describe, expect, test } from 'vitest'
import { classifyFailure } from '#lib/adapters/errors.ts'
import { speaksOfOverflow } from '#lib/adapters/overflow.ts'
import { parseObject } from '#lib/adapters/parse-object.ts'
import type { Classification } from '#lib/adapters/protocol.ts'

function classify(status: number | null, text: string, protocol: Classification = {}) {
  return classifyFailure({ status, body: parseObject(text) ?? null, text }, protocol)
}

const says = (message: string, rest: object = {}) => JSON.stringify({ error: { message, ...rest } })

describe('by status', () => {
  test.each([
    [400, 'bad', 'invalid_request', false],
    [401, 'no', 'auth', false],
    [402, 'pay', 'billing', false],
    [403, 'no', 'auth', false],
    [403, 'Your input was flagged by moderation', 'content_filter', false],
    [403, 'Insufficient credits', 'billing', false],
    [404, 'no such model', 'not_found', false],
    [408, 'slow', 'network', true],
    [413, 'request entity too large', 'invalid_request', false],
    [413, 'more tokens than fit', 'context_overflow', false],
    [422, 'bad', 'invalid_request', false],
    [429, 'slow down', 'rate_limit', true],
    [500, 'oops', 'server_error', true],
    [502, '<html>Bad gateway</html>', 'server_error', true],
    [503, 'later', 'server_error', true],
    [529, 'overloaded', 'rate_limit', true],
    [529, '<html>', 'server_error', true],
    [307, 'the server redirects', 'invalid_request', false],
    [200, '<html>', 'server_error', true],
    [null, 'garbage', 'server_error', true],
  ])('%s %j is %s', (status, text, error_class, retryable) => {
    expect(classify(status, text)).toMatchObject({ error_class, retryable, message: text })
  })
})

describe('by words', () => {
  test('the protocol knows its own error body better than the status', () => {
    expect(classify(400, 'x', { error_class: 'rate_limit', message: 'mine' })).toEqual({
      error_class: 'rate_limit',
      message: 'mine',
      retryable: true,
    })
    expect(classify(500, 'x', { retryable: false })).toMatchObject({ error_class: 'server_error', retryable: false })
  })

  test('a status that blames the request wins over a type that blames the server', () => {
    const own = { error_class: 'server_error' } as const
    expect(classify(400, 'no tools here', own)).toMatchObject({ error_class: 'invalid_request', retryable: false })
    expect(classify(404, 'model not found', own)).toMatchObject({ error_class: 'not_found', retryable: false })
    expect(classify(429, 'slow down', own)).toMatchObject({ error_class: 'rate_limit', retryable: true })
    expect(classify(null, 'inside an answer', own)).toMatchObject({ error_class: 'server_error', retryable: true })
  })

  test('wire-rule 107: a 429 for an exhausted quota is billing and not retried; other 429s stay rate limits', () => {
    expect(classify(429, says('You exceeded your current quota', { code: 'insufficient_quota' }))).toMatchObject({
      error_class: 'billing',
      retryable: false,
    })
    expect(classify(429, says('the context window is exceeded by tokens'))).toMatchObject({ error_class: 'rate_limit' })
  })

  test.each([
    "[json.exception.parse_error.101] parse error at line 1, column 10: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal",
    'Invalid tool_choice: sometimes',
    'Unable to generate parser for this template. Automatic parser generation failed: JSON schema conversion failed:\nError resolving ref #/nope',
    "'messages' is required",
    'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...',
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  ])('a 500 of llama.cpp that is plainly a bad request is not retried: %s', (message) => {
    const text = says(message, { code: 500, type: 'server_error' })
    expect(classify(500, text, { error_class: 'server_error' })).toEqual({
      error_class: 'invalid_request',
      message,
      retryable: false,
    })
    expect(classify(401, text)).toMatchObject({ error_class: 'auth' })
  })

  test('a 500 for what the server itself could not write stays a server error', () => {
    const message = '[json.exception.type_error.316] invalid UTF-8 byte at index 1039: 0x4E'
    expect(classify(500, says(message))).toMatchObject({ error_class: 'server_error', retryable: true })
  })

  test.each([
    [422, { detail: [{ msg: 'Field required', input: 'Why does it say "prompt is too long"?' }] }],
    [400, { error: { message: 'Bad request', input: 'what does insufficient_quota mean?' } }],
    [400, { error: { message: 'Bad request', request: { messages: [{ content: 'maximum context length?' }] } } }],
  ])('what the user said is not read for a class, where the server repeats it: %s %j', (status, body) => {
    expect(classify(status, JSON.stringify(body))).toMatchObject({ error_class: 'invalid_request' })
  })

  test.each([
    { error: { message: 'Sorry.', code: 'context_length_exceeded' } },
    { error: 'Bad Request', message: 'prompt is too long' },
    { error: { error: { message: 'prompt is too long' } } },
    { detail: { why: 'prompt is too long' } },
  ])('the server’s own words are read wherever they stand: %j', (body) => {
    expect(classify(400, JSON.stringify(body))).toMatchObject({ error_class: 'context_overflow' })
  })

  test('an error inside a 200 may name its status', () => {
    expect(classify(null, says('later', { code: 429 }))).toMatchObject({ error_class: 'rate_limit' })
    expect(classify(200, says('no', { code: '401' }))).toMatchObject({ error_class: 'auth' })
    expect(classify(null, says('x', { code: 'odd' }))).toMatchObject({ error_class: 'server_error' })
  })

  test.each([
    ['{"error":"words"}', 'words'],
    ['{"message":"words"}', 'words'],
    ['{"detail":"words"}', 'words'],
    ['{"error":{"msg":"words"}}', 'words'],
    ['{"detail":[{"loc":["body","n"],"msg":"words","input":"x"},{"msg":"more"}]}', 'body.n: words; more'],
    ['{"detail":[7]}', '{"detail":[7]}'],
    ['{"error":[1]}', '{"error":[1]}'],
    ['{"error":{"code":1}}', '{"error":{"code":1}}'],
    [`  ${'x'.repeat(600)}`, `${'x'.repeat(500)}…`],
  ])('the message of %j is found', (text, message) => {
    expect(classify(400, text).message).toBe(message)
  })
})

describe('wire-rule 105: overflow is known by its words', () => {
  test.each([
    'prompt is too long: 3333404 tokens > 200000 maximum',
    'prompt too long; exceeded max context length by 1119046 tokens (ref: 96164522)',
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    'the request exceeds the available context size, try increasing it',
    'Context size has been exceeded.',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    '{"error":{"code":"context_length_exceeded"}}',
    'Please reduce the length of the messages or completion.',
    'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    'Input is too long for requested model.',
    'Trying to keep the first 9000 tokens when context the overflows.',
    'Prompt exceeds max length',
  ])('%s', (message) => {
    expect(speaksOfOverflow(message)).toBe(true)
    expect(classify(400, says(message))).toMatchObject({ error_class: 'context_overflow', retryable: false })
    expect(classify(500, says(message, { type: 'server_error' }))).toMatchObject({ error_class: 'context_overflow' })
  })

  test.each([
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    '{"error":{"code":"string_above_max_length","message":"maximum context length"}}',
    'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000. Please reduce the length of the messages',
    'max_tokens is too large: 300000',
    'The model does not exist',
  ])('wire-rule 106: not every limit is an overflow: %s', (message) => {
    expect(speaksOfOverflow(message)).toBe(false)
  })
})
