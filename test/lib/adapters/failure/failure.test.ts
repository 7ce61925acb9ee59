import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { TransportError } from '#lib/adapters/exchange/stop.ts'
import { attemptFailure, StatusError } from '#lib/adapters/failure/failure.ts'
import { classify } from '#lib/adapters/failure/openai-error.ts'
import { WireError } from '#lib/adapters/protocol.ts'

const KEY = 'a-key-of-mine'

const failureOf = (thrown: unknown) =>
  attemptFailure(thrown, {
    request_id: 'r1',
    provider: 'google',
    classify,
    secrets: [KEY],
    now: () => 0,
  })

const failure = (status: number, text: string) => failureOf(new StatusError(status, new Headers(), text))

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

test.each([
  ['an answer', new StatusError(401, new Headers({ 'x-echo': KEY }), JSON.stringify({ error: { message: KEY } }))],
  ['an event', new WireError(KEY, { status: null, body: null, text: KEY }, { cause: new SyntaxError(`bad ${KEY}`) })],
  ['a header', new TypeError(`invalid header value "${KEY}"`)],
  ['a chain of causes', new TransportError('reset', { cause: new Error('x', { cause: new Error(`to ${KEY}`) }) })],
  ['a text', `with ${KEY}`],
])('a key that %s repeats is nowhere in the error', (_, thrown) => {
  const error = failureOf(thrown)
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY)
  expect(inspect(error, { depth: 20 })).toContain('[redacted]')
})

test('a key that an excerpt would cut in two is removed whole', () => {
  const { message } = failure(502, `${'x'.repeat(490)} ${KEY} ${'y'.repeat(500)}`)
  expect(message).toContain('[redacted')
  expect(message).not.toContain(KEY.slice(0, 6))
})

test('a cause without secrets is kept as it was thrown', () => {
  const cause = new TransportError('reset', { cause: new Error('socket') })
  expect(failureOf(cause).cause).toBe(cause)
  expect(failureOf(7).cause).toBe(7)
})
