import { expect, test } from 'vitest'
import { errorWords } from '#app/_client/error-words.ts'
import { isRefusal, refusalOf } from '#app/_client/use-api.ts'
import { failures as english } from '#app/_texts/english/failures.ts'
import { failures as german } from '#app/_texts/german/failures.ts'

test.each([502, 503, 504])('a proxy that answers %i has no server behind it, which is what is said', (status) => {
  const refusal = refusalOf(status, null)
  expect(refusal).toMatchObject({ code: 'unreachable', status: 0 })
  expect(isRefusal(refusal)).toBe(false)
  expect(errorWords({ failures: english }, refusal)).toBe('The server cannot be reached. Is it still running?')
  expect(errorWords({ failures: german }, refusal)).toBe('Der Server ist nicht erreichbar. Läuft er noch?')
})

test('JSON that is none of the server’s is that of a proxy as well', () => {
  expect(refusalOf(503, { message: 'no healthy upstream' }).code).toBe('unreachable')
})

test('what the server says itself stays what it says', () => {
  const message = 'the database does not answer'
  const own = refusalOf(503, { error: { code: 'storage_unavailable', message } })
  expect(own).toMatchObject({ status: 503, code: 'storage_unavailable', message })
})

test('any other answer without words is said by its number', () => {
  const refusal = refusalOf(500, null)
  expect(errorWords({ failures: english }, refusal)).toBe('The server answered 500.')
})
