import { describe, expect, test } from 'vitest'
import { classifyFailure } from '#lib/adapters/failure/errors.ts'
import { WireError } from '#lib/adapters/protocol.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { answerContext } from '#test/support/cassette.ts'

const { protocol } = wireOf({ type: 'openrouter' })

const body = (fields: JsonObject = {}, message: JsonObject = {}) => ({
  model: 'maker/model-20260101',
  provider: 'Upstream A',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Yes', ...message } }],
  ...fields,
})

const read = (fields: JsonObject) =>
  protocol.fromWire(body(fields), answerContext({ provider: 'openrouter', model: 'openrouter:maker/model' }))

describe('an answer', () => {
  test('wire-rule 101: the served model, the upstream and the cost are kept, the cost beside our own figures', () => {
    const { model, provider, provider_raw, usage } = read({
      usage: {
        prompt_tokens: 100,
        completion_tokens: 10,
        cost: 0.5,
        is_byok: false,
        cost_details: { upstream_inference_cost: 0.4 },
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      },
    })
    expect([model, provider]).toEqual(['openrouter:maker/model-20260101', 'openrouter'])
    expect(provider_raw).toEqual({
      format: 'openai.chat',
      model: 'maker/model-20260101',
      asked_model: 'openrouter:maker/model',
      provider: 'Upstream A',
      usage: { cost: 0.5, cost_details: { upstream_inference_cost: 0.4 }, is_byok: false },
    })
    expect(usage).toEqual({
      input_tokens: 10,
      output_tokens: 10,
      cached_input_tokens: 60,
      cache_creation_input_tokens: 30,
      billed_usd: '0.5',
    })
  })

  test('wire-rule 102: comment lines before, between and after the pieces are no part of it', async () => {
    const comment = ': OPENROUTER PROCESSING\n\n'
    const piece = (content: string, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`
    const stream = [comment, comment, piece('Y'), comment, piece('es'), comment, piece('', 'stop'), comment].join('')
    const { adapter, log } = testAdapter({
      type: 'openrouter',
      fetch: answering(`${stream}data: [DONE]\n\n${comment}`),
    })
    const { complete, error } = await drain(adapter.stream(requestFor('openrouter')))
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ final_content: [{ type: 'text', text: 'Yes' }], stop_reason: 'end_turn' })
    expect(log.entries.map(({ message }) => message)).toEqual(['the provider sent no usage: it is estimated'])
  })
})

function classify(status: number | null, error: JsonObject) {
  const failure = { status, body: { error }, text: JSON.stringify({ error }) }
  return classifyFailure(failure, protocol.classify(failure))
}

describe('an error', () => {
  test.each<[string, JsonObject]>([
    ['in the body', { error: { code: 402, message: 'Insufficient credits' } }],
    ['in a choice', body({ choices: [{ index: 0, error: { code: 402, message: 'Insufficient credits' } }] })],
  ])('wire-rule 98: inside a 200, %s, is that error', async (_where, answer) => {
    const { adapter } = testAdapter({ type: 'openrouter', fetch: answering(JSON.stringify(answer)), max_retries: 0 })
    await expect(adapter.complete(requestFor('openrouter'))).rejects.toMatchObject({
      error_class: 'billing',
      provider_message: 'Insufficient credits',
    })
  })

  test('wire-rule 98: in an event, or as no more than a finish reason, it ends the stream', () => {
    const machine = () => protocol.machine(answerContext())
    const push = (chunk: JsonObject) => () => machine().push({ data: JSON.stringify(chunk) })
    expect(push({ error: { code: 'server_error', message: 'gone' }, choices: [] })).toThrow(WireError)
    expect(push({ choices: [{ index: 0, delta: {}, finish_reason: 'error' }] })).toThrow(WireError)
  })

  test.each<[JsonValue, string]>([
    ['temporarily rate-limited upstream', 'Provider returned error: temporarily rate-limited upstream'],
    [{ detail: 'bad gateway' }, 'Provider returned error: {"detail":"bad gateway"}'],
  ])('wire-rule 98: the real cause in %j is shown', (raw, message) => {
    const error = { code: 429, message: 'Provider returned error', metadata: { provider_name: 'A', raw } }
    expect(classify(429, error)).toMatchObject({ error_class: 'rate_limit', message })
  })

  test.each<[number | null, JsonObject, string, boolean]>([
    [402, { code: 402, message: 'Insufficient credits. Add more.' }, 'billing', false],
    [403, { code: 403, message: 'no', metadata: { reasons: ['violence'] } }, 'content_filter', false],
    [403, { code: 403, message: 'Your input was flagged' }, 'content_filter', false],
    [null, { code: 403, message: 'Your input was flagged' }, 'content_filter', false],
    [403, { code: 403, message: 'Key limit exceeded (monthly limit)' }, 'billing', false],
    [401, { code: 401, message: 'Missing Authentication header' }, 'auth', false],
    [400, { code: 400, message: 'maker/none is not a valid model ID' }, 'not_found', false],
    [404, { code: 404, message: 'No endpoints found for maker/none.' }, 'not_found', false],
    [404, { code: 404, message: 'No endpoints found that support image input' }, 'invalid_request', false],
    // A refusal that says nothing of moderation or credits may well be the key's (design §3.13).
    [403, { code: 403, message: 'Permission denied by provider' }, 'auth', false],
    [null, { code: 403, message: 'Forbidden' }, 'auth', false],
    [408, { code: 408, message: 'Request timed out' }, 'network', true],
    [502, { code: 502, message: 'Provider returned error' }, 'server_error', true],
    [503, { code: 503, message: 'There is no available model provider' }, 'server_error', true],
    [null, { code: 502, message: 'Provider returned error' }, 'server_error', true],
  ])('wire-rule 99: %s %j is %s', (status, error, error_class, retryable) => {
    expect(classify(status, error)).toMatchObject({ error_class, retryable })
  })

  test('a body that is none is read by its status', () => {
    const failure = { status: 502, body: null, text: '<html>' }
    expect(classifyFailure(failure, protocol.classify(failure))).toMatchObject({
      error_class: 'server_error',
      message: '<html>',
    })
  })
})
