import { expect, test } from 'vitest'
import { attemptFailure, StatusError } from '#lib/adapters/failure.ts'
import { classify } from '#lib/adapters/openai-error.ts'

const failure = (status: number, text: string) =>
  attemptFailure(new StatusError(status, new Headers(), text), {
    request_id: 'r1',
    provider: 'google',
    classify,
    secrets: ['a-key-of-mine'],
    now: () => 0,
  }).error

test('an error that is wrapped in a list is read like one that is not', () => {
  const body = { error: { code: 400, message: 'API key a-key-of-mine not valid', status: 'INVALID_ARGUMENT' } }
  const expected = { error_class: 'invalid_request', provider_message: 'API key [redacted] not valid' }
  expect(failure(400, JSON.stringify([body]))).toMatchObject(expected)
  expect(failure(400, JSON.stringify(body))).toMatchObject(expected)
})

test.each(['"just words"', '[]', '[7]', 'null', 'plain words'])(
  '%s, which is no error body, is shown as it is',
  (text) => {
    expect(failure(400, text)).toMatchObject({ error_class: 'invalid_request', provider_message: text })
  },
)
