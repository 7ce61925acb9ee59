import { NextRequest } from 'next/server.js'
import { expect, test } from 'vitest'
import { proxy } from '../proxy.ts'

const answer = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { headers: { host: '127.0.0.1:3000', ...headers } }))

test.each(['/c/%zz', '/api/sessions/%ff', '/%'])('%s, which cannot be decoded, is a bad request', async (path) => {
  const response = answer(path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } })
})

test('a page gets a policy of its own, which lets only its own scripts run', () => {
  const policies = [answer('/'), answer('/c/1')].map(({ headers }) => headers.get('content-security-policy') ?? '')
  for (const policy of policies)
    expect(policy).toMatch(/default-src 'none'; script-src 'self' 'nonce-[\w-]+' 'strict-dynamic';/)
  expect(policies[0]).not.toBe(policies[1])
})

test('a page is not served under another name, and not into another page', () => {
  expect(answer('/', { host: 'example.com' }).status).toBe(403)
  expect(
    answer('/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }).status,
  ).toBe(403)
  expect(
    answer('/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }).status,
  ).toBe(200)
})

test('an API address with an escape goes on to its route, which checks for itself', () => {
  const response = answer('/api/sessions/%41', { host: 'example.com' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toBeNull()
})
