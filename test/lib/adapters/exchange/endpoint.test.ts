import { expect, test } from 'vitest'
import { endpointUrl } from '#lib/adapters/exchange/endpoint.ts'

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/messages'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/v1/messages'],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1/messages'],
  ['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1/messages'],
  ['http://127.0.0.1/api/v1', 'http://127.0.0.1/api/v1/messages'],
  ['http://127.0.0.1/api', 'http://127.0.0.1/api/v1/messages'],
  ['http://127.0.0.1/v1beta/openai/', 'http://127.0.0.1/v1beta/openai/messages'],
  ['http://127.0.0.1/v1?api-version=2#x', 'http://127.0.0.1/v1/messages?api-version=2'],
])('under %s the endpoint is %s', (base, url) => {
  expect(endpointUrl(base, '/messages')).toBe(url)
})
