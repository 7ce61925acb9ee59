import { expect, test } from 'vitest'
import { describeNetworkFailure, neverConnected } from '#lib/adapters/failure/network-failure.ts'

const coded = (code: string, message = 'x', cause?: unknown) => Object.assign(new Error(message, { cause }), { code })

test.each([
  [new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }), 'nothing listens at that address (ECONNREFUSED)'],
  [new TypeError('fetch failed', { cause: coded('ENOTFOUND') }), 'the host name is unknown (ENOTFOUND)'],
  [
    new TypeError('terminated', { cause: coded('UND_ERR_SOCKET', 'other side closed') }),
    'the connection was closed (UND_ERR_SOCKET)',
  ],
  [
    new TypeError('fetch failed', { cause: coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate') }),
    'TLS failed: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [
    new TypeError('fetch failed', { cause: new AggregateError([coded('ECONNREFUSED')]) }),
    'nothing listens at that address (ECONNREFUSED)',
  ],
  [new TypeError('fetch failed', { cause: coded('ODD', 'odd thing') }), 'odd thing (ODD)'],
  [new TypeError('terminated'), 'terminated'],
  ['a string', 'a string'],
])('%s says what broke', (error, words) => {
  expect(describeNetworkFailure(error)).toBe(words)
})

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['CONNECT_TIMEOUT', true],
  ['ECONNRESET', false],
  ['ETIMEDOUT', false],
])('%s says whether a request can have arrived', (code, expected) => {
  expect(neverConnected(new TypeError('fetch failed', { cause: coded(code) }))).toBe(expected)
})
