import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allowed, METHODS, methodNotAllowed } from '#app/_http/method.ts'

test('an address has what it answers itself, with HEAD beside GET, and OPTIONS always', () => {
  expect(allowed(['GET'])).toBe('GET, HEAD, OPTIONS')
  expect(allowed(['POST'])).toBe('POST, OPTIONS')
  expect(allowed(['DELETE', 'PATCH', 'GET'])).toBe('GET, HEAD, PATCH, DELETE, OPTIONS')
})

test('an address that has nothing is none', () => {
  expect(allowed([])).toBeNull()
})

test('a method that an address has not is refused with those that it has', async () => {
  const response = methodNotAllowed('GET, HEAD, OPTIONS').toResponse()
  expect(response.status).toBe(405)
  expect(Object.fromEntries(response.headers)).toEqual({
    allow: 'GET, HEAD, OPTIONS',
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  })
  expect(await response.json()).toEqual({
    error: {
      code: 'method_not_allowed',
      message: 'this address has no such method; it answers to GET, HEAD, OPTIONS',
      details: { allow: ['GET', 'HEAD', 'OPTIONS'] },
    },
  })
})

const ROOT = resolve(import.meta.dirname, '../../..')

test.each(globSync('app/api/**/route.ts', { cwd: ROOT }))(
  '%s answers every method, if only to say that it has it not',
  (path) => {
    const [names = ''] =
      /(?<=export const \{)[^}]*(?=\} = (?:r|noR)outes[<(])/.exec(readFileSync(resolve(ROOT, path), 'utf8')) ?? []
    expect(
      names
        .split(',')
        .map((name) => name.trim())
        .sort(),
    ).toEqual([...METHODS].sort())
  },
)
