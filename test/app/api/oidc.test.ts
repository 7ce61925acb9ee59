import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nextPage } from '#app/_people/next-page.ts'
import { returnOf } from '#app/_people/oidc-return.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { CLIENT_ID, CLIENT_SECRET, startOidcService } from '#test/support/oidc-service.ts'
import { CHEAP, HERE, PASSWORD } from '#test/support/people.ts'
import { callRoute, codeOf } from '#test/support/route-caller.ts'

const PUBLIC = 'https://chat.example.org'
const stack = new AsyncDisposableStack()
let service: Awaited<ReturnType<typeof startOidcService>>
let access: NonNullable<Installation['access']>

async function start(env: Record<string, string>): Promise<Installation> {
  const folder = stack.use(await temporaryFolder())
  const own = { METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error', METIS_PUBLIC_URL: PUBLIC }
  const installation = await openInstallation(readEnv({ ...own, ...env }), {
    checksContract: true,
    passwordCost: CHEAP,
  })
  stack.defer(() => installation.close())
  return installation
}

const answeredBy = (installation: Installation) =>
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })

let without: Installation
let installation: Installation
beforeAll(async () => {
  service = stack.use(await startOidcService())
  without = await start({})
  installation = await start({
    METIS_OIDC_ISSUER: service.issuer,
    METIS_OIDC_CLIENT_ID: CLIENT_ID,
    METIS_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  })
  if (!installation.access) throw new Error('nobody can sign in')
  access = installation.access
  await access.people.addOwner({ email: 'owner@example.org', name: 'Olga', password: PASSWORD })
}, 60_000)
beforeEach(() => {
  answeredBy(installation)
  service.quirks = {}
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await stack.disposeAsync()
})

const CALLBACK = '/api/sign-in/oidc/callback'
/** As a browser asks that another site has led here. */
const LED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', origin: '' }

function cookieOf(response: Response, name: string): string | undefined {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** To the provider and back; what the browser holds is `session`. */
async function goThere({ next = '/', session = '', link = false } = {}) {
  const cookie = `__Host-metis=${session}`
  const begun = link
    ? await callRoute(PUBLIC, 'POST', '/api/me/oidc', { body: {}, headers: { cookie } })
    : await callRoute(PUBLIC, 'POST', '/api/sign-in/oidc', { body: { next }, headers: { cookie } })
  const { url } = (await begun.json()) as { url: string }
  const answer = await service.visit(url)
  const browser = cookieOf(begun, '__Host-metis-browser') ?? ''
  return { query: `?${answer}`, headers: { ...LED, cookie: `${cookie}; __Host-metis-browser=${browser}` } }
}

describe('the way back from the identity provider', () => {
  test('signs in and leads to the page that somebody wanted, by the page that clears away what others left', async () => {
    await access.people.invite(null, { role: 'member', email: 'anna@example.org' })
    const response = await callRoute(PUBLIC, 'GET', CALLBACK, await goThere({ next: '/c/1?a=b' }))
    expect(response.status).toBe(303)
    const location = response.headers.get('location') ?? ''
    expect(location).toBe('/sign-in?arrived=&next=%2Fc%2F1%3Fa%3Db')
    expect(returnOf(location.slice('/sign-in'.length)).isArrived).toBe(true)
    expect(nextPage(location.slice('/sign-in'.length), PUBLIC)).toBe('/c/1?a=b')
    const found = await access.signIn.find(cookieOf(response, '__Host-metis') ?? '', HERE)
    expect(found?.person.email).toBe('anna@example.org')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/api/sign-out', 'javascript:alert(1)'])(
    'leads nowhere but to a page of this server: %s',
    async (next) => {
      const response = await callRoute(PUBLIC, 'GET', CALLBACK, await goThere({ next }))
      const location = response.headers.get('location') ?? ''
      expect(location).toMatch(/^\/sign-in\?arrived=/)
      expect(nextPage(location.slice('/sign-in'.length), PUBLIC)).toBe('/')
    },
  )

  test('says why nobody is signed in, and gives no cookie', async () => {
    service.quirks = { claims: { sub: 'sub-9', email: 'nobody@example.org' } }
    const unknown = await callRoute(PUBLIC, 'GET', CALLBACK, await goThere())
    expect([unknown.status, unknown.headers.get('location')]).toEqual([303, '/sign-in?problem=unknown'])
    expect(unknown.headers.getSetCookie()).toEqual([])
    const went = await goThere()
    const elsewhere = await callRoute(PUBLIC, 'GET', CALLBACK, { ...went, headers: LED })
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([303, '/sign-in?problem=late'])
  })

  test('links the account of whoever is signed in, and says on their page when it does not', async () => {
    const { token } = await access.signIn.begin({ email: 'owner@example.org', password: PASSWORD }, HERE, null)
    service.quirks = { claims: { sub: 'sub-owner', email: 'elsewhere@example.net' } }
    const linked = await callRoute(PUBLIC, 'GET', CALLBACK, await goThere({ link: true, session: token }))
    expect(linked.headers.get('location')).toBe('/settings/account')
    const again = await callRoute(PUBLIC, 'GET', CALLBACK, await goThere({ link: true, session: token }))
    expect(again.headers.get('location')).toBe('/settings/account?problem=taken')
    expect((await access.signIn.find(token, HERE))?.person.name).toBe('Olga')
  })

  test('is answered as a page alone, whoever links to it', async () => {
    const went = await goThere()
    const framed = { ...went.headers, 'sec-fetch-dest': 'iframe' }
    const response = await callRoute(PUBLIC, 'GET', CALLBACK, { ...went, headers: framed })
    expect([response.status, await codeOf(response)]).toEqual([403, 'forbidden_origin'])
  })
})

test('a provider that is down is said, and the password signs in', async () => {
  service.quirks = { answers: { '/.well-known/openid-configuration': { status: 503, type: 'text/html', body: '' } } }
  const other = await start({ METIS_OIDC_ISSUER: service.issuer, METIS_OIDC_CLIENT_ID: CLIENT_ID })
  await other.access?.people.addOwner({ email: 'owner@example.org', name: 'Olga', password: PASSWORD })
  answeredBy(other)
  const response = await callRoute(PUBLIC, 'POST', '/api/sign-in/oidc', { body: {} })
  expect([response.status, await response.json()]).toMatchObject([
    502,
    { error: { code: 'oidc_failed', details: { problem: 'unavailable' } } },
  ])
  const body = { email: 'owner@example.org', password: PASSWORD }
  expect((await callRoute(PUBLIC, 'POST', '/api/sign-in', { body })).status).toBe(200)
})

test('where no provider is set up there is no such address', async () => {
  answeredBy(without)
  for (const [method, path] of [
    ['POST', '/api/sign-in/oidc'],
    ['GET', CALLBACK],
  ] as const) {
    const response = await callRoute(PUBLIC, method, path, method === 'POST' ? { body: {} } : {})
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  }
})

test('who joined by an account has no password, chooses one while they have just signed in, and changes it by that', async () => {
  await access.people.invite(null, { role: 'member', email: 'cara@example.org' })
  service.quirks = { claims: { sub: 'sub-cara', email: 'cara@example.org' } }
  const response = await callRoute(PUBLIC, 'GET', CALLBACK, await goThere())
  const headers = { cookie: `__Host-metis=${cookieOf(response, '__Host-metis')}` }
  const own = async () => (await callRoute(PUBLIC, 'GET', '/api/me/credentials', { headers })).json()
  expect(await own()).toMatchObject({ has_password: false, credentials: [{ kind: 'oidc' }] })
  const choose = async (body: unknown) =>
    (await callRoute(PUBLIC, 'POST', '/api/me/password', { body, headers })).status
  expect(await choose({ next: PASSWORD })).toBe(204)
  expect(await own()).toMatchObject({ has_password: true })
  expect(await choose({ next: 'another one of hers' })).toBe(401)
  expect(await choose({ current: PASSWORD, next: 'another one of hers' })).toBe(204)
})

test.each(['', '?problem=', '?problem=%3Cscript%3E', '?problem=constructor', '?arrive=1'])(
  'an address that says nothing of a sign-in says nothing: %s',
  (search) => {
    expect(returnOf(search)).toEqual({ isArrived: false, problem: null })
  },
)
