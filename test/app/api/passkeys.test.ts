import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { PasskeyDevice } from '#test/support/passkey-device.ts'
import { CHEAP, HERE, PASSWORD } from '#test/support/people.ts'
import { callRoute, codeOf, type Said } from '#test/support/route-caller.ts'

const PUBLIC = 'https://chat.example.org'
const stack = new AsyncDisposableStack()

async function start(url: string): Promise<Installation> {
  const folder = stack.use(await temporaryFolder())
  const env = { METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error', METIS_PUBLIC_URL: url }
  const installation = await openInstallation(readEnv(env), { checksContract: true, passwordCost: CHEAP })
  stack.defer(() => installation.close())
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  return installation
}

let access: NonNullable<Installation['access']>
beforeAll(async () => {
  const installation = await start(PUBLIC)
  if (!installation.access) throw new Error('nobody can sign in')
  access = installation.access
  for (const name of ['bert', 'olga']) {
    await access.people.addOwner({ email: `${name}@example.org`, name, password: PASSWORD })
  }
}, 60_000)
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await stack.disposeAsync()
})

const ask = (method: string, path: string, said?: Said) => callRoute(PUBLIC, method, path, said)
const signIn = (name = 'bert') => access.signIn.begin({ email: `${name}@example.org`, password: PASSWORD }, HERE, null)
const cookieIn = (response: Response) => response.headers.get('set-cookie') ?? ''
const browserOf = (response: Response) => /^__Host-metis-browser=([\w-]{43});/.exec(cookieIn(response))?.[1] ?? ''
const asBrowser = (name: string, token = '') => {
  return { headers: { cookie: `__Host-metis-browser=${name}; __Host-metis=${token}` } }
}

describe('a passkey', () => {
  test('is added and signs in, by the browser that was asked alone', async () => {
    const device = new PasskeyDevice(PUBLIC)
    const { token } = await signIn()
    const asked = await ask('POST', '/api/me/passkeys/options', { body: {}, ...asBrowser('', token) })
    expect(cookieIn(asked)).toMatch(
      /^__Host-metis-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900; Secure$/,
    )
    const body = { ...device.make((await asked.json()) as never), name: ' Phone\n\u200b' }
    const added = await ask('POST', '/api/me/passkeys', { body, ...asBrowser(browserOf(asked), token) })
    expect([added.status, await added.json()]).toEqual([201, expect.objectContaining({ label: 'Phone' })])

    const options = await ask('POST', '/api/sign-in/passkey/options')
    const said = { body: device.use((await options.json()) as never) }
    const elsewhere = await ask('POST', '/api/sign-in/passkey', said)
    expect([elsewhere.status, await codeOf(elsewhere), cookieIn(elsewhere)]).toEqual([410, 'challenge_unusable', ''])
    const here = asBrowser(browserOf(options))
    const signedIn = await ask('POST', '/api/sign-in/passkey', { ...said, ...here })
    expect([signedIn.status, await signedIn.json()]).toEqual([200, expect.objectContaining({ name: 'bert' })])
    expect(cookieIn(signedIn)).toMatch(/^__Host-metis=[\w-]{43}; .*; Secure$/)
    const again = await ask('POST', '/api/sign-in/passkey', { ...said, ...here })
    expect([again.status, cookieIn(again)]).toEqual([410, ''])
  })

  test('of somebody else is neither listed nor removed', async () => {
    const as = { bert: asBrowser('', (await signIn('bert')).token), olga: asBrowser('', (await signIn('olga')).token) }
    const list = async (who: keyof typeof as) =>
      (await (await ask('GET', '/api/me/credentials', as[who])).json()) as { credentials: { id: string }[] }
    const remove = async (who: keyof typeof as, id: string) =>
      (await ask('DELETE', '/api/me/credentials/{id}', { params: { id }, ...as[who] })).status
    const [{ id } = { id: '' }] = (await list('bert')).credentials
    expect(await list('olga')).toEqual({ has_password: true, credentials: [] })
    expect(await remove('olga', id)).toBe(404)
    expect(await remove('bert', id)).toBe(204)
    expect(await list('bert')).toEqual({ has_password: true, credentials: [] })
  })

  const REST = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
  test.each([
    {},
    { id: '', type: 'public-key', response: REST },
    { id: 'AA', type: 'public-key', response: { ...REST, clientDataJSON: '<>' } },
    { id: 'AA', type: 'password', response: REST },
    { id: 'A'.repeat(2_000), type: 'public-key', response: REST },
    { id: 'AA', type: 'public-key', response: { ...REST, signature: 'A'.repeat(20_004) } },
  ])('that cannot be one is refused before it is looked at: %#', async (body) => {
    const response = await ask('POST', '/api/sign-in/passkey', { body })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_request'])
  })

  test('is for no server under an address in numbers', async () => {
    const url = 'http://127.0.0.1:3000'
    await start(url)
    const response = await callRoute(url, 'POST', '/api/sign-in/passkey/options')
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  })
})
