import { NextRequest } from 'next/server.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proxy } from '../proxy.ts'

beforeAll(() => {
  Object.assign(globalThis, { metisServer: Promise.resolve({ reachable: null, access: null }) })
})
afterAll(() => {
  Object.assign(globalThis, { metisServer: undefined })
})

const answer = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { headers: { host: '127.0.0.1:3000', ...headers } }))

test.each(['/c/%zz', '/api/sessions/%ff', '/%'])('%s, which cannot be decoded, is a bad request', async (path) => {
  const response = await answer(path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } })
})

test('a page gets a policy of its own, which lets only its own scripts run', async () => {
  const answers = await Promise.all([answer('/'), answer('/c/1')])
  const policies = answers.map(({ headers }) => headers.get('content-security-policy') ?? '')
  for (const policy of policies)
    expect(policy).toMatch(/default-src 'none'; script-src 'self' 'nonce-[\w-]+' 'strict-dynamic';/)
  expect(policies[0]).not.toBe(policies[1])
})

test('the page for diagrams is an origin of its own, which runs what it is handed and reaches nothing', async () => {
  const policy = (await answer('/diagram')).headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[\w-]+'; style-src 'unsafe-inline'; /)
  expect(policy).toMatch(/frame-ancestors 'self'; sandbox allow-scripts$/)
})

test('a page is not served under another name, and not into another page', async () => {
  const statusOf = async (headers: Record<string, string>) => (await answer('/', headers)).status
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect(await statusOf({ host: 'example.com' })).toBe(403)
  expect(await statusOf({ ...link, 'sec-fetch-dest': 'iframe' })).toBe(403)
  expect(await statusOf({ ...link, 'sec-fetch-dest': 'document' })).toBe(200)
})

test.each([
  ['cross-site', 'same-origin'],
  ['same-site', 'same-origin'],
  [undefined, 'same-origin'],
  ['same-origin', null],
  ['none', null],
])('a page asked for by %s is kept from who may have opened it: %s', async (from, policy) => {
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const { headers } = await answer('/', from === undefined ? {} : { 'sec-fetch-site': from, ...navigation })
  expect(headers.get('cross-origin-opener-policy')).toBe(policy)
})

test('the page that is kept for when the server is away is, too', async () => {
  const { headers } = await answer('/offline', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('an API address with an escape goes on to its route, which checks for itself', async () => {
  const response = await answer('/api/sessions/%41', { host: 'example.com' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toBeNull()
})

test('before the server is open, no page is served', async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await expect(answer('/')).rejects.toThrow('before it is open')
})
