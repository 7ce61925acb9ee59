import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { newToken } from '#lib/people/token.ts'
import { CLIENT_ID, CLIENT_SECRET, type Quirks, startOidcService } from '#test/support/oidc-service.ts'
import { browser } from '#test/support/passkey-people.ts'
import { HERE, PASSWORD, startPeople } from '#test/support/people.ts'

const MINUTES = 1 / (24 * 60)

let service: Awaited<ReturnType<typeof startOidcService>>
let world: Awaited<ReturnType<typeof startPeople>>
let log: ReturnType<typeof memoryLogger>
beforeEach(async () => {
  service = await startOidcService()
  log = memoryLogger()
  const oidc = { issuer: service.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, name: 'Example' }
  world = await startPeople({ oidc, log })
  await world.owner()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

function oidc() {
  if (!world.oidc) throw new Error('there is no identity provider')
  return world.oidc
}

const invite = (email: string, role: 'member' | 'admin' = 'member') => world.people.invite(null, { role, email })

/** From the button to the page behind it; `change`: what becomes of the answer on its way. */
async function signIn(quirks: Quirks = {}, change = (answer: URLSearchParams) => answer) {
  service.quirks = quirks
  const sent = await oidc().begin('/c/1', browser())
  return await oidc().finish(change(await service.visit(sent.url)), browser(sent.browser), null)
}

async function signedIn() {
  const { token } = await world.signIn.begin({ email: 'owner@example.org', password: PASSWORD }, HERE, null)
  const found = await world.signIn.find(token, HERE)
  if (!found) throw new Error('nobody is signed in')
  return found
}

async function link(who: Awaited<ReturnType<typeof signedIn>>, quirks: Quirks = {}) {
  service.quirks = quirks
  const sent = await oidc().beginLink(who, undefined, browser())
  return await oidc().finish(await service.visit(sent.url), browser(sent.browser), who)
}

const people = async () => (await world.people.list()).map(({ email, role }) => [email, role])
const failure = (problem: string) => ({ name: 'OidcError', problem })

describe('who was invited under a verified address', () => {
  test('joins by the account, comes back by it, and needs no password', async () => {
    await invite('ANNA@example.org')
    const first = await signIn()
    if (first === 'linked') throw new Error('nobody was signed in')
    expect(first).toMatchObject({
      next: '/c/1',
      session: { person: { email: 'ANNA@example.org', name: 'Anna', role: 'member' } },
    })
    expect((await world.signIn.find(first.session.token, HERE))?.person.id).toBe(first.session.person.id)
    expect(await world.people.invitations()).toEqual([])
    const again = await signIn({ claims: { email: 'elsewhere@example.org', email_verified: false } })
    expect(again).toMatchObject({ session: { person: { id: first.session.person.id } } })
    const entries = await world.people.audit({ limit: 3, before: null })
    expect(entries.map(({ action, actor_name, detail }) => [action, actor_name, detail.by])).toEqual([
      ['session.began', 'Anna', 'oidc'],
      ['session.began', 'Anna', 'oidc'],
      ['person.joined', 'Anna', 'oidc'],
    ])
    const wrong = world.signIn.begin({ email: 'anna@example.org', password: '' }, HERE, null)
    await expect(wrong).rejects.toMatchObject({ name: 'WrongCredentialsError' })
  })

  test('joins where the provider says the address to who asks for it alone', async () => {
    await invite('anna@example.org')
    const token = { email: undefined, email_verified: undefined, name: undefined }
    await signIn({ claims: token, userinfo: { email: 'anna@example.org', email_verified: true, name: 'A.' } })
    expect(await people()).toContainEqual(['anna@example.org', 'member'])
  })

  test.each<[string, Quirks]>([
    ['an address that the provider has not verified', { claims: { email_verified: false } }],
    ['an address of which it does not say so', { claims: { email_verified: undefined } }],
    ['one that it calls verified in a word', { claims: { email_verified: 'true' } }],
    ['no address', { claims: { email: '' } }],
    ['another address', { claims: { email: 'bert@example.org' } }],
    ['the address of the owner, who is here already', { claims: { email: 'owner@example.org' } }],
  ])('does not join with %s', async (_what, quirks) => {
    await invite('anna@example.org')
    await expect(signIn(quirks)).rejects.toMatchObject(failure('unknown'))
    expect(await people()).toEqual([['Owner@example.org', 'owner']])
    expect(await world.people.invitations()).toHaveLength(1)
  })

  test('joins by their link where they are to do more than members', async () => {
    await invite('anna@example.org', 'admin')
    await expect(signIn()).rejects.toMatchObject(failure('unknown'))
  })

  test('does not join by an invitation that was withdrawn, is too old, or names nobody', async () => {
    const { invitation } = await invite('anna@example.org')
    await world.people.withdraw(null, invitation.id)
    await world.people.invite(null, { role: 'member', email: null })
    await expect(signIn()).rejects.toMatchObject(failure('unknown'))
    await invite('anna@example.org')
    world.time.days = 8
    await expect(signIn()).rejects.toMatchObject(failure('unknown'))
  })
})

describe('what the provider answers', () => {
  beforeEach(() => invite('anna@example.org'))

  test.each<[string, Quirks]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['a token for somebody else', { claims: { aud: 'another client' } }],
    ['a token of another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['a token that has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }],
    ['a token without a signature', { alg: 'none' }],
    ['a token that somebody else has signed', { isForged: true }],
    ['a token of nobody', { claims: { sub: undefined } }],
    ['who it is of somebody else', { claims: { email: undefined }, userinfo: { sub: 'sub-2' } }],
  ])('is refused: %s', async (_what, quirks) => {
    await expect(signIn(quirks)).rejects.toMatchObject(failure('refused'))
    expect(await people()).toEqual([['Owner@example.org', 'owner']])
  })

  test('is refused under a state that nobody made, and under none', async () => {
    for (const state of [newToken(), '']) {
      const changed = signIn({}, (answer) => {
        answer.set('state', state)
        return answer
      })
      await expect(changed).rejects.toMatchObject({ name: 'ChallengeUnusableError' })
    }
  })

  test('is refused in another browser, to which nobody sent the person', async () => {
    const sent = await oidc().begin('/', browser())
    const answer = await service.visit(sent.url)
    const other = await oidc().begin('/', browser())
    for (const name of [null, newToken(), other.browser]) {
      const finished = oidc().finish(answer, browser(name), null)
      await expect(finished).rejects.toMatchObject({ name: 'ChallengeUnusableError' })
    }
    expect(service.asked).not.toContain('/token')
  })

  test('is refused a second time, and its code under another state as well', async () => {
    const sent = await oidc().begin('/', browser())
    const answer = await service.visit(sent.url)
    await oidc().finish(answer, browser(sent.browser), null)
    const again = oidc().finish(answer, browser(sent.browser), null)
    await expect(again).rejects.toMatchObject({ name: 'ChallengeUnusableError' })
    const replayed = signIn({}, (fresh) => {
      fresh.set('code', answer.get('code') ?? '')
      return fresh
    })
    await expect(replayed).rejects.toMatchObject(failure('refused'))
  })

  test('to somebody else cannot be given to this browser: the code is bound to its verifier', async () => {
    const theirs = await oidc().begin('/', browser())
    const stolen = (await service.visit(theirs.url)).get('code') ?? ''
    const injected = signIn({}, (fresh) => {
      fresh.set('code', stolen)
      return fresh
    })
    await expect(injected).rejects.toMatchObject(failure('refused'))
  })

  test('is refused after five minutes', async () => {
    const sent = await oidc().begin('/', browser())
    const answer = await service.visit(sent.url)
    world.time.days = 5 * MINUTES
    const late = oidc().finish(answer, browser(sent.browser), null)
    await expect(late).rejects.toMatchObject({ name: 'ChallengeUnusableError' })
  })

  test('is that somebody did not want to, or may not', async () => {
    await expect(signIn({ error: 'access_denied' })).rejects.toMatchObject(failure('declined'))
  })
})

describe('a provider', () => {
  const begin = () => oidc().begin('/', browser())
  const CONFIGURATION = '/.well-known/openid-configuration'
  const html = { status: 200, type: 'text/html', body: '<h1>Maintenance</h1>' }

  test('is asked what it is by the first who needs it, and not again by the next', async () => {
    expect(service.asked).toEqual([])
    await Promise.all([begin(), begin()])
    await begin()
    expect(service.asked).toEqual([CONFIGURATION])
  })

  test.each<[string, Quirks]>([
    ['says that it has a fault', { answers: { [CONFIGURATION]: { ...html, status: 503 } } }],
    ['answers with a page', { answers: { [CONFIGURATION]: html } }],
    ['answers with rubbish', { answers: { [CONFIGURATION]: { ...html, type: 'application/json', body: '{' } } }],
    [
      'answers with nothing that it is',
      { answers: { [CONFIGURATION]: { ...html, type: 'application/json', body: '[]' } } },
    ],
    ['is another one', { metadata: { issuer: 'https://accounts.example' } }],
    ['leads to no page', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['does not say where it signs in', { metadata: { authorization_endpoint: undefined } }],
  ])('that %s is no way in, and is asked again by the next', async (_what, quirks) => {
    service.quirks = quirks
    await expect(begin()).rejects.toMatchObject(failure('unavailable'))
    expect((await signedIn()).person.id).toBe('local')
    service.quirks = {}
    if (!quirks.metadata?.authorization_endpoint && !('authorization_endpoint' in (quirks.metadata ?? {}))) {
      expect((await begin()).url).toContain(`${service.issuer}/authorize?`)
    }
  })

  test('that is not there is no way in', async () => {
    await service[Symbol.asyncDispose]()
    await expect(begin()).rejects.toMatchObject(failure('unavailable'))
    expect((await signedIn()).person.id).toBe('local')
    service = await startOidcService()
  })

  test('that answers nothing is given up after some seconds, at its beginning and at its end', async () => {
    await invite('anna@example.org')
    const [sent] = [await begin()]
    const answer = await service.visit(sent.url)
    service.quirks = { answers: { '/token': null } }
    await expect(oidc().finish(answer, browser(sent.browser), null)).rejects.toMatchObject(failure('unavailable'))
  })

  test('that has a fault where it hands out tokens is not there', async () => {
    const fault = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
    await expect(signIn({ answers: { '/token': fault } })).rejects.toMatchObject(failure('unavailable'))
  })

  test('is told the secret, and nobody else is: it is in no address, no log and no error', async () => {
    const sent = await begin()
    expect(sent.url).not.toContain(CLIENT_SECRET)
    const refused = await signIn({ claims: { nonce: 'another' } }).catch((error: unknown) => error)
    const rejected = { status: 401, type: 'application/json', body: JSON.stringify({ error: CLIENT_SECRET }) }
    await signIn({ answers: { '/token': rejected } }).catch(() => undefined)
    const said = JSON.stringify([log.entries, String(refused), refused])
    expect(log.entries.length).toBeGreaterThan(0)
    for (const secret of [CLIENT_SECRET, 'id_token', 'eyJ', 'an-access-token', 'anna@example.org'])
      expect(said).not.toContain(secret)
  })

  test('gets nothing that is stored here, and what is stored signs nobody in', async () => {
    const sent = await begin()
    const asked = new URL(sent.url).searchParams
    const [row] = (await world.client.execute('SELECT * FROM challenges')).rows
    const stored = JSON.stringify(row)
    for (const name of ['state', 'nonce', 'code_challenge']) expect(stored).not.toContain(asked.get(name) ?? '')
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(stored).not.toContain(sent.browser)
  })
})

describe('an account', () => {
  test('is linked by who is signed in, whatever its address, and signs them in from then on', async () => {
    const owner = await signedIn()
    const quirks = { claims: { email: 'private@example.net', email_verified: false } }
    expect(await link(owner, quirks)).toBe('linked')
    expect(await world.credentials.list(owner)).toMatchObject([{ kind: 'oidc', label: 'Anna' }])
    expect(await signIn(quirks)).toMatchObject({ session: { person: { id: 'local' } } })
    const entries = await world.people.audit({ limit: 2, before: null })
    expect(entries.map(({ action }) => action)).toEqual(['session.began', 'oidc.added'])
  })

  test('is one person’s', async () => {
    await invite('anna@example.org')
    await signIn()
    await expect(link(await signedIn())).rejects.toMatchObject(failure('taken'))
  })

  test('is not linked by somebody who signed in long ago, but with the password', async () => {
    const owner = await signedIn()
    world.time.days = 10 * MINUTES
    await expect(oidc().beginLink(owner, undefined, browser())).rejects.toMatchObject({ name: 'ProofRequiredError' })
    expect((await oidc().beginLink(owner, PASSWORD, browser())).url).toContain(service.issuer)
  })

  test('is not linked to who has signed in meanwhile', async () => {
    const owner = await signedIn()
    const sent = await oidc().beginLink(owner, undefined, browser())
    const answer = await service.visit(sent.url)
    const { token } = await invite('bert@example.org')
    const bert = await world.people.acceptLink(token, { password: PASSWORD }, HERE)
    const now = await world.signIn.find(bert.token, HERE)
    await expect(oidc().finish(answer, browser(sent.browser), now)).rejects.toMatchObject(failure('refused'))
    expect(await world.credentials.list(owner)).toEqual([])
  })

  test('that was removed signs nobody in', async () => {
    const owner = await signedIn()
    await link(owner)
    const [account] = await world.credentials.list(owner)
    expect(await world.credentials.remove(owner, account?.id ?? '', HERE)).toBe(true)
    await expect(signIn()).rejects.toMatchObject(failure('unknown'))
  })

  test('of somebody who was removed signs nobody in, nor lets them in again', async () => {
    await invite('anna@example.org')
    await signIn()
    const anna = (await world.people.list()).find(({ name }) => name === 'Anna')
    const owner = await signedIn()
    await world.people.remove({ principal: owner.principal, address: '' }, anna?.id ?? '')
    await expect(signIn()).rejects.toMatchObject(failure('unknown'))
  })
})
