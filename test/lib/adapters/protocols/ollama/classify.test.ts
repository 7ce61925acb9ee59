import { describe, expect, test } from 'vitest'
import { classifyFailure } from '#lib/adapters/failure/errors.ts'
import { classify } from '#lib/adapters/protocols/ollama/classify.ts'
import type { JsonObject } from '#lib/canonical/json.ts'

function read(status: number | null, body: JsonObject | null, text = JSON.stringify(body)) {
  const failure = { status, body, text }
  return classifyFailure(failure, classify(failure))
}

describe('an error of Ollama', () => {
  test.each([
    ["model 'qwen3:8b' not found", 'qwen3:8b'],
    ['model "llama9" not found, try pulling it first', 'llama9'],
  ])('wire-rule 91: %s says what to run', (error, model) => {
    const { error_class, message, retryable } = read(404, { error })
    expect([error_class, retryable]).toEqual(['not_found', false])
    expect(message).toBe(`${error} (it is not on this server yet: run "ollama pull ${model}")`)
  })

  test.each<[number | null, string, string]>([
    [400, 'registry.ollama.ai/library/gemma:2b does not support tools', 'invalid_request'],
    [500, 'qwen2 does not support thinking', 'invalid_request'],
    [500, 'failed to parse JSON schema: unknown type', 'invalid_request'],
    [400, 'the input length exceeds the context length', 'context_overflow'],
    [500, 'prompt too long; exceeded max context length by 1119046 tokens', 'context_overflow'],
    [401, 'unauthorized', 'auth'],
    [429, 'you have reached your hourly usage limit', 'rate_limit'],
    [503, 'server busy, please try again.  maximum pending requests exceeded', 'server_error'],
    [500, 'model runner has unexpectedly stopped, this may be due to resource limitations', 'server_error'],
    [null, 'an error was encountered while running the model: unexpected EOF', 'server_error'],
  ])('%s %s is %s', (status, error, error_class) => {
    expect(read(status, { error })).toMatchObject({ error_class, message: error })
  })

  test('a gateway’s object is read, and a body that says nothing is shown as it is', () => {
    expect(read(400, { error: { message: 'no' } })).toMatchObject({ error_class: 'invalid_request', message: 'no' })
    expect(read(502, null, '<html>')).toMatchObject({ error_class: 'server_error', message: '<html>' })
  })
})
