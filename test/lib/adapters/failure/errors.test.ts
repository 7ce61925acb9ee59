import { describe, expect, test } from 'vitest'
import { parseObject } from '#lib/adapters/answer/parse-object.ts'
import { classifyFailure } from '#lib/adapters/failure/errors.ts'
import { speaksOfOverflow } from '#lib/adapters/failure/overflow.ts'
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

test.each([
  [529, '<html>', 'overloaded'],
  [503, 'The engine is currently overloaded, please try again later', 'overloaded'],
  [429, 'The model is at capacity. Try again later.', 'overloaded'],
  [429, 'Rate limit reached for requests per minute', undefined],
  [400, 'the tool named overloaded is unknown', undefined],
])('that a service is overloaded is told apart from a limit of one’s own: %s %j', (status, text, reason) => {
  expect(classify(status, text).reason).toBe(reason)
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

  test.each([
    'tools param requires --jinja flag',
    'tool_choice param requires --jinja flag',
    'Cannot use both json_schema and grammar',
    'Either "json_schema" or "grammar" can be specified, but not both',
    "Expected 'messages' to be an array",
    "All non-assistant messages must contain 'content'",
    "Assistant message must contain either 'content' or 'tool_calls'!",
    'Invalid image_url.url format: data:text/plain',
    'unsupported content[].type',
    'Cannot use custom grammar constraints with tools.',
    'Cannot have 2 or more assistant messages at the end of the list.',
    'Assistant response prefill is incompatible with enable_thinking.',
    'logprobs is not supported with tools + stream',
    'top_logprobs requires logprobs to be set to true',
    "ik_llama.cpp does not support 'previous_response_id'.",
  ])('wire-rule 123: a 500 that will not pass is never sent again: %s', (message) => {
    const text = says(message, { code: 500, type: 'server_error' })
    const expected = { error_class: 'invalid_request', message, retryable: false }
    expect(classify(500, text, { error_class: 'server_error' })).toEqual(expected)
    expect(classify(null, text, { error_class: 'server_error' })).toEqual(expected)
  })

  test.each(['Service Unavailable', 'Loading model', 'The server is busy, try again', 'upstream connect error'])(
    'wire-rule 123: a 503 that passes is sent again: %s',
    (message) => {
      expect(classify(503, says(message))).toMatchObject({ error_class: 'server_error', retryable: true })
    },
  )

  test.each([
    '{"error":{"message":"Model Not Exist","type":"invalid_request_error","code":"invalid_request_error"}}',
    '{"code":"Some requested entity was not found","error":"The model grok-9 does not exist or your team 1 does not have access to it. Please ensure you\'re using the correct API key."}',
    '{"error":{"message":"The model `x` does not exist.","type":"BadRequestError"}}',
    '{"error":{"message":"The supported API model names are deepseek-v4-pro or deepseek-v4-flash, but you passed x."}}',
    '{"error":{"message":"Invalid model \'x\'. Permitted models can be found in the documentation"}}',
    '{"error":{"message":"Unable to access model x. Please visit https://example.test"}}',
    '{"error":{"message":"The requested model \'x\' is not supported by any provider you have enabled."}}',
    '{"error":{"message":"The model `x` has been decommissioned and is no longer supported."}}',
    '{"error":{"message":"models/x is not found for API version v1main, or is not supported for generateContent"}}',
    '{"error":{"message":"Sorry.","code":"model_not_found"}}',
    '{"message":"Model not found, inaccessible, and/or not deployed"}',
  ])('wire-rule 125: a model that does not exist is not found, whatever the status: %s', (body) => {
    for (const status of [400, 404, 422, 500, null]) {
      expect(classify(status, body)).toMatchObject({ error_class: 'not_found', retryable: false })
    }
    expect(classify(401, body)).toMatchObject({ error_class: 'auth' })
    expect(classify(429, body)).toMatchObject({ error_class: 'rate_limit' })
  })

  test.each([
    'This model does not support tools',
    'tool_choice: no such tool',
    'The model produced output that is not valid',
    'Unknown model parameter: top_z',
    'The file does not exist',
    'Model output must contain either output text or tool calls',
  ])('wire-rule 125: not every fault of a request with a model in it is a missing model: %s', (message) => {
    expect(classify(400, says(message))).toMatchObject({ error_class: 'invalid_request' })
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
    ['{"success":false,"errors":[{"code":7003,"message":"words"}]}', 'words'],
    ['{"detail":[7]}', '{"detail":[7]}'],
    ['{"error":[1]}', '{"error":[1]}'],
    ['{"error":{"code":1}}', '{"error":{"code":1}}'],
    [`  ${'x'.repeat(600)}`, `${'x'.repeat(500)}…`],
  ])('the message of %j is found', (text, message) => {
    expect(classify(400, text).message).toBe(message)
  })
})

test.each([
  "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens. Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.",
  "This model's maximum context length is 1048565 tokens. However, you requested 1100000 tokens.",
])('wire-rule 234: overflow in the newer words of OpenRouter and DeepSeek: %s', (message) => {
  const text = JSON.stringify({ error: { message, type: 'invalid_request_error' } })
  const failure = { status: 400, body: JSON.parse(text), text }
  expect(classifyFailure(failure, {}).error_class).toBe('context_overflow')
})

describe('wire-rule 105: overflow is known by its words', () => {
  test.each([400, 500, 502, 503])(
    'wire-rule 123: what is too big for the cache of llama.cpp is an overflow with %s',
    (status) => {
      const message = 'Input prompt is too big compared to KV size. Please try increasing KV size.'
      const text = says(message, { code: status, type: 'server_error' })
      const expected = { error_class: 'context_overflow', message, retryable: false }
      expect(classify(status, text, { error_class: 'server_error' })).toEqual(expected)
    },
  )

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
    'Input prompt is too big compared to KV size. Please try increasing KV size.',
    'The total length of all messages is too long',
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
