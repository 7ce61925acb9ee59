import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passageTo } from '#app/_http/page-gate.ts'
import { HERE, PASSWORD, startPeople } from '#test/support/people.ts'

const reachable = { publicUrl: 'https://chat.example.com', ownerEmail: null, trustedProxies: [] }

let world: Awaited<ReturnType<typeof startPeople>>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  world = await startPeople()
  const owner = await world.owner()
  tokens.owner = (await world.signIn.open(owner, HERE)).token
  const { token } = await world.people.invite(null, { role: 'member', email: 'anna@example.org' })
  tokens.anna = (await world.people.acceptLink(token, { password: PASSWORD }, HERE)).token
})
afterAll(() => world[Symbol.asyncDispose]())

function passage(path: string, who?: string, headers: Record<string, string> = {}) {
  const cookie = who === undefined ? {} : { cookie: `__Host-metis=${tokens[who] ?? who}` }
  const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { ...headers, ...cookie } })
  return passageTo(request, { reachable, access: world })
}

describe('somebody who is not signed in', () => {
  test.each([
    '/sign-in',
    '/join',
    '/_next/static/chunks/a.js',
    '/fonts/a.woff2',
    '/icon.svg',
    '/offline',
    '/diagram',
    '/sw.js',
  ])('sees %s', async (path) => {
    expect(await passage(path)).toEqual({ pass: true })
  })

  test.each([
    '/',
    '/c/01ABC?x=1',
    '/settings/account',
    '/admin/usage',
    '/canonical-message.v1.schema.json',
    '/_next/image?url=x',
    '/sign-in/more',
    '/_next/static/..%2f..%2fc/1',
    '/joined',
    '/fonts/../c/1',
    '/a-page-that-comes-later',
  ])('is led from %s to where they can sign in', async (path) => {
    const { pathname, search } = new URL(path, 'http://127.0.0.1')
    for (const who of [undefined, 'forged']) {
      const to = `/sign-in?${new URLSearchParams({ next: pathname + search })}`
      expect(await passage(path, who)).toEqual({ pass: false, to })
    }
  })

  test('is refused a part of a page', async () => {
    expect(await passage('/c/01ABC', undefined, { 'sec-fetch-dest': 'empty' })).toMatchObject({
      refusal: 'sign in first',
    })
  })
})

test('a member sees every page but those of admins', async () => {
  expect(await passage('/', 'anna')).toEqual({ pass: true })
  expect(await passage('/settings/models', 'anna')).toEqual({ pass: true })
  expect(await passage('/settings/data', 'anna')).toEqual({ pass: true })
  for (const path of [
    '/admin',
    '/admin/people',
    '/settings/keys',
    '/admin/usage?x',
    '/%61dmin/people',
    '/settings/keys.rsc',
  ]) {
    expect(await passage(path, 'anna')).toEqual({ pass: false, to: '/settings/account' })
    expect(await passage(path, 'owner')).toEqual({ pass: true })
  }
})

test('two cookies by the same name are nobody’s: one of them may be planted', async () => {
  const cookie = `__Host-metis=${tokens.owner}; __Host-metis=${tokens.anna}`
  const request = new Request('http://127.0.0.1/', { headers: { cookie } })
  expect(await passageTo(request, { reachable, access: world })).toMatchObject({ pass: false })
})

test('on a server for its own machine alone nobody is asked', async () => {
  const request = new Request('http://127.0.0.1/admin/usage')
  expect(await passageTo(request, { reachable: null, access: null })).toEqual({ pass: true })
})

test.each(['/sign-in', '/sign-in?next=%2Fc%2F1', '/join'])(
  'where nobody signs in, %s leads to the chat',
  async (path) => {
    const request = new Request(`http://127.0.0.1:3000${path}`)
    expect(await passageTo(request, { reachable: null, access: null })).toEqual({ pass: false, to: '/' })
  },
)
