import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CONTRACT } from '#lib/api/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { SHARED_AT_FIRST } from '#lib/canonical/shared-at-first.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import type { Access } from '#lib/people/access.ts'
import type { Role } from '#lib/principal.ts'
import { CHEAP, HERE, PASSWORD } from '#test/support/people.ts'
import { callRoute, codeOf, type Said } from '#test/support/route-caller.ts'

const PUBLIC = 'https://chat.example.org'
const MONITOR = 'a token of the tests'.replaceAll(' ', '-')
const ENDPOINTS = Object.entries(CONTRACT).flatMap(([path, methods]) =>
  Object.entries<Endpoint>(methods).map(([method, endpoint]) => ({ path, method, endpoint })),
)
const FOR_ANYBODY = [
  'readHealth',
  'signIn',
  'askForPasskey',
  'signInByPasskey',
  'signInByOidc',
  'finishOidc',
  'openLink',
  'acceptLink',
]

let folder: string
let installation: Installation
let access: Access
/** What each of them sends. */
const tokens: Partial<Record<Who, string>> = {}
type Who = 'nobody' | 'forged' | 'signed out' | 'expired' | 'anna' | 'bert' | 'admin' | 'owner'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-access-'))
  const env = {
    METIS_DATA_DIR: folder,
    METIS_LOG_LEVEL: 'error',
    METIS_PUBLIC_URL: PUBLIC,
    METIS_METRICS_TOKEN: MONITOR,
  }
  installation = await openInstallation(readEnv(env), { checksContract: true, passwordCost: CHEAP })
  if (!installation.access) throw new Error('nobody can sign in')
  access = installation.access
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  const owner = await access.people.addOwner({ email: 'owner@example.org', name: 'Owner', password: PASSWORD })
  tokens.owner = (await access.signIn.open(owner, HERE)).token
  const letIn = async (name: string, role: Role) => {
    const { token } = await access.people.invite(null, { role, email: `${name}@example.org` })
    return (await access.people.acceptLink(token, { name, password: PASSWORD }, HERE)).token
  }
  for (const name of ['anna', 'bert'] as const) tokens[name] = await letIn(name, 'member')
  tokens.admin = await letIn('admin', 'admin')
  const left = await access.signIn.open(owner, HERE)
  const found = await access.signIn.find(left.token, HERE)
  if (found) await access.signIn.end(found, { id: found.session.id }, HERE)
  tokens['signed out'] = left.token
  tokens.forged = 'A'.repeat(43)
  tokens.expired = await leftUnused(31)
}, 60_000)
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

/** A session of the owner that held so many days ago. It comes last: whoever signs in clears the expired ones away. */
async function leftUnused(days: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - days * 86_400_000 })
  try {
    const { token } = await access.signIn.begin({ email: 'owner@example.org', password: PASSWORD }, HERE, null)
    expect((await access.signIn.find(token, HERE))?.principal.role).toBe('owner')
    return token
  } finally {
    vi.useRealTimers()
  }
}

function ask(who: Who, method: string, path: string, said: Said = {}) {
  const token = tokens[who]
  const cookie = token !== undefined && { cookie: `metis-theme=dark; __Host-metis=${token}` }
  return callRoute(PUBLIC, method, path, { ...said, headers: { ...cookie, ...said.headers } })
}

describe.each(ENDPOINTS)('$method $path', ({ path, method, endpoint }) => {
  test.each(['nobody', 'forged', 'signed out', 'expired'] as const)(
    'is answered to %s only where it is for anybody',
    async (who) => {
      expect(endpoint.needs === 'nobody').toBe(FOR_ANYBODY.includes(endpoint.id))
      const response = await ask(who, method, path)
      if (endpoint.needs === 'nobody') return expect(response.status).not.toBe(403)
      expect([response.status, await codeOf(response)]).toEqual([401, 'sign_in_required'])
    },
  )

  test('is refused to a role that is less than it needs', async () => {
    const less = ({ owner: ['anna', 'admin'], admin: ['anna'], member: [], nobody: [] } as const)[endpoint.needs]
    for (const who of less) {
      const response = await ask(who, method, path)
      expect([who, response.status, await codeOf(response)]).toEqual([who, 403, 'role_required'])
    }
  })

  test('is not answered to a page of another server, whoever is signed in', async () => {
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await ask('owner', method, path, { headers: elsewhere })
    expect([response.status, await codeOf(response)]).toEqual([403, 'forbidden_origin'])
  })
})

test('every address of an admin is for admins', () => {
  const open = ENDPOINTS.filter(({ path, endpoint }) => path.startsWith('/api/admin/') && endpoint.needs === 'member')
  expect(open).toEqual([])
})

test('what changes something says where it comes from, or is refused: a cookie alone is no word of its person', async () => {
  const silent = await ask('anna', 'POST', '/api/sessions', { body: {}, headers: { origin: '' } })
  expect([silent.status, await codeOf(silent)]).toEqual([403, 'forbidden_origin'])
})

describe('what one member has', () => {
  let session: string
  let upload: string
  let preset: string
  let imported: string
  let share: string
  const SHARED = { include: SHARED_AT_FIRST }
  let turn: { turn_id: string; message_id: string }

  beforeAll(async () => {
    const made = await ask('anna', 'POST', '/api/sessions', {
      body: { title: 'SECRET title', active_model: 'demo:openai' },
    })
    session = ((await made.json()) as { id: string }).id
    const file = 'SECRET file'
    const stored = await ask('anna', 'POST', '/api/attachments', {
      body: file,
      headers: { 'content-type': 'text/plain' },
    })
    upload = ((await stored.json()) as { data: string }).data
    const kept = await ask('anna', 'POST', '/api/presets', { body: { name: 'SECRET preset' } })
    preset = ((await kept.json()) as { id: string }).id
    const given = await ask('anna', 'POST', '/api/imports', {
      body: 'SECRET file',
      query: '?name=SECRET.zip',
      headers: { 'content-type': 'application/zip' },
    })
    imported = ((await given.json()) as { id: string }).id
    await installation.imports.settled(imported)
    await ask('anna', 'PATCH', '/api/settings', { body: { title_model: 'chat' } })
    await ask('anna', 'PATCH', '/api/sessions/{id}', {
      params: { id: session },
      body: { folder: 'SECRET', tags: ['SECRET'] },
    })
    const content = [{ type: 'text', text: 'SECRET words' }]
    const begun = await ask('anna', 'POST', '/api/sessions/{id}/turns', { params: { id: session }, body: { content } })
    turn = (await begun.json()) as typeof turn
    await installation.turns.idle(session)
    const shared = await ask('anna', 'POST', '/api/sessions/{id}/shares', { params: { id: session }, body: SHARED })
    share = ((await shared.json()) as { id: string }).id
  }, 60_000)

  const OTHERS: readonly Who[] = ['bert', 'admin', 'owner']
  /** Addresses of things, with what would change them. */
  const BODIES: Readonly<Record<string, unknown>> = {
    changeSession: { title: 'Mine' },
    forkSession: {},
    compareModels: { content: [{ type: 'text', text: 'Hi' }], models: ['demo:openai', 'demo:anthropic'] },
    startTurn: { content: [{ type: 'text', text: 'Hi' }] },
    steerTurn: { messages: [{ key: 'k', content: [{ type: 'text', text: 'Hi' }] }] },
    changePreset: { name: 'Mine' },
    previewSwitch: { model: 'demo:openai' },
    previewRequest: { model: 'demo:openai' },
    draftBrief: { up_to: 'M1', model: 'demo:openai' },
    applyBrief: { up_to: 'M1', model: 'demo:openai', text: 'Hi' },
    previewShare: SHARED,
    createShare: SHARED,
    republishShare: SHARED,
  }
  const QUERIES: Readonly<Record<string, string>> = { findInMessages: '?q=SECRET', deleteMessages: '?extent=message' }
  const THINGS = ENDPOINTS.filter(({ path }) =>
    /^\/api\/(sessions|presets|attachments|calls|imports|shares)\/\{/.test(path),
  )

  test.each(THINGS)('is not there for anybody else: $method $path', async ({ path, method, endpoint }) => {
    const calls = await installation.store.llmCalls(session)
    const ids = { presets: preset, calls: calls[0]?.id ?? '', imports: imported, shares: share }
    const id = ids[path.split('/')[2] as keyof typeof ids] ?? session
    const params = { id, ...turn, hash: upload.split('/')[1] ?? '', deletion_id: 'D1' }
    const body = endpoint.id === 'moveHead' ? { message_id: turn.message_id } : BODIES[endpoint.id]
    for (const who of OTHERS) {
      const said = { params, query: QUERIES[endpoint.id] ?? '', ...(body !== undefined && { body }) }
      const response = await ask(who, method, path, said)
      expect([who, response.status]).toEqual([who, 404])
      expect(await response.text()).not.toContain('SECRET')
    }
    expect((await ask('anna', 'GET', '/api/sessions/{id}', { params: { id: session } })).status).toBe(200)
  })

  test.each([
    '/api/sessions',
    '/api/sessions/all',
    '/api/labels',
    '/api/presets',
    '/api/imports',
    '/api/shares',
    '/api/settings',
  ])('is in no list of anybody else: %s', async (path) => {
    const own = await (await ask('anna', 'GET', path)).text()
    const others = await Promise.all(OTHERS.map(async (who) => await (await ask(who, 'GET', path)).text()))
    for (const other of others) {
      expect(other).not.toContain('SECRET')
      expect(other).not.toContain(session)
      expect(other).not.toBe(own)
    }
  })

  test('is found by nobody else', async () => {
    const found = async (who: Who) => await (await ask(who, 'GET', '/api/search', { query: '?q=SECRET' })).text()
    expect(await found('anna')).toContain(session)
    for (const who of OTHERS) expect(JSON.parse(await found(who))).toMatchObject({ hits: [] })
  })

  test('is in the figures of admins, without a word of it', async () => {
    const query = '?from=2020-01-01&to=2035-01-01&group_by=session'
    const report = await (await ask('admin', 'GET', '/api/admin/usage', { query })).text()
    expect(report).toContain(session)
    expect(report).not.toContain('SECRET')
  })

  test('cannot be said by somebody else who knows the hash of its file', async () => {
    const mine = await ask('bert', 'POST', '/api/sessions', { body: { active_model: 'demo:openai' } })
    const { id } = (await mine.json()) as { id: string }
    const source = { kind: 'file_ref', data: upload }
    const content = [{ type: 'document', source, media_type: 'text/plain', name: 'a.txt' }]
    const said = await ask('bert', 'POST', '/api/sessions/{id}/turns', { params: { id }, body: { content } })
    expect([said.status, await codeOf(said)]).toEqual([400, 'invalid_request'])
    await ask('bert', 'POST', '/api/attachments', { body: 'SECRET file', headers: { 'content-type': 'text/plain' } })
    const params = { hash: upload.split('/')[1] ?? '' }
    expect((await ask('bert', 'GET', '/api/attachments/{hash}', { params })).status).toBe(200)
  })

  test('is answered live until they sign out, and to nobody after', async () => {
    const { token } = await access.signIn.begin({ email: 'anna@example.org', password: PASSWORD }, HERE, null)
    tokens.anna = token
    const response = await ask('anna', 'GET', '/api/sessions/{id}/stream', { params: { id: session } })
    expect(response.status).toBe(200)
    const reading = response.text()
    expect((await ask('anna', 'POST', '/api/sign-out', { body: {} })).status).toBe(204)
    expect(await reading).toContain(': open')
    expect((await ask('anna', 'GET', '/api/sessions/{id}', { params: { id: session } })).status).toBe(401)
  })
})

describe('a page that was loaded by somebody else', () => {
  const asAnna = async () => {
    const anna = (await access.people.list()).find(({ email }) => email === 'anna@example.org')
    return { 'x-metis-person': anna?.id ?? '' }
  }

  test.each(ENDPOINTS)('changes and reads nothing: $method $path', async ({ path, method, endpoint }) => {
    const response = await ask('owner', method, path, { headers: await asAnna() })
    if (endpoint.needs === 'nobody') return expect(await codeOf(response)).not.toBe('another_person')
    expect([response.status, await codeOf(response)]).toEqual([409, 'another_person'])
  })

  test('is answered once more when they are back', async () => {
    const owner = { 'x-metis-person': 'local' }
    expect((await ask('owner', 'GET', '/api/me', { headers: owner })).status).toBe(200)
    expect((await ask('bert', 'GET', '/api/me', { headers: owner })).status).toBe(409)
  })
})

describe('a monitor', () => {
  const read = (authorization: string, method = 'GET', path = '/api/metrics') =>
    ask('nobody', method, path, { headers: { authorization } })

  test('reads the metrics by its token, and no words of anybody', async () => {
    const response = await read(`Bearer ${MONITOR}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/^# HELP metis_info/)
  })

  test.each(['Bearer another-token-of-tests', `Basic ${MONITOR}`, MONITOR, 'Bearer '])(
    'is refused with %s',
    async (said) => {
      expect((await read(said)).status).toBe(401)
    },
  )

  test.each(ENDPOINTS.filter(({ endpoint }) => endpoint.id !== 'readMetrics' && endpoint.needs !== 'nobody'))(
    'has nothing else: $method $path',
    async ({ path, method }) => {
      expect((await read(`Bearer ${MONITOR}`, method, path)).status).toBe(401)
    },
  )
})

test('everybody names themselves, in one line and not with nothing', async () => {
  const rename = (name: string) => ask('bert', 'PATCH', '/api/me', { body: { name } })
  const before = await access.people.list()
  expect((await rename(' Bert\nB. ')).status).toBe(204)
  expect(await (await ask('bert', 'GET', '/api/me')).json()).toMatchObject({ person: { name: 'Bert B.' } })
  for (const name of ['', ' \u200b', 'x'.repeat(81)]) expect((await rename(name)).status).toBe(400)
  const others = before.filter(({ name }) => name !== 'bert')
  expect((await access.people.list()).filter(({ name }) => name !== 'Bert B.')).toEqual(others)
})

test('what an admin does is in the audit log, and what is refused or a member does is not', async () => {
  const latest = async () => (await access.people.audit({ limit: 1, before: null }))[0]
  await ask('admin', 'DELETE', '/api/providers/{id}/key', { params: { id: 'nobody' } })
  await ask('anna', 'POST', '/api/admin/prices', { body: {} })
  expect((await latest())?.action).not.toMatch(/removeProvider|publishPrices/)
  const file = {
    'gpt-5': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 1e-6 },
  }
  const read = await ask('admin', 'POST', '/api/admin/prices/import', { body: file })
  expect(read.status).toBe(200)
  const admin = (await access.people.list()).find(({ role }) => role === 'admin')
  expect(await latest()).toMatchObject({ actor_id: admin?.id, action: 'importPrices', detail: {} })
  const budget = { scope: 'installation', period: 'month', limit_usd: '5', time_zone: 'Europe/Berlin' }
  const made = (await (await ask('admin', 'POST', '/api/admin/budgets', { body: budget })).json()) as { id: string }
  expect(await latest()).toMatchObject({ action: 'createBudget', subject_id: made.id })
})

describe('signing in', () => {
  const begin = (body: unknown, who: Who = 'nobody') => ask(who, 'POST', '/api/sign-in', { body })

  test('gives a cookie that only this host gets back, over TLS, and no script can read', async () => {
    const response = await begin({ email: 'bert@example.org', password: PASSWORD })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-metis=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure$/,
    )
  })

  test('says the same of a wrong password and of nobody', async () => {
    const answers = await Promise.all(
      ['bert@example.org', 'nobody@example.org', 'x'].map(async (email) => {
        const response = await begin({ email, password: 'wrong' })
        return [response.status, response.headers.get('set-cookie'), await response.text()]
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]?.slice(0, 2)).toEqual([401, null])
  })

  test('takes the cookie back when it ends', async () => {
    const { token } = await access.signIn.begin({ email: 'bert@example.org', password: PASSWORD }, HERE, null)
    const before = tokens.bert
    tokens.bert = token
    const response = await ask('bert', 'POST', '/api/sign-out', { body: { everywhere: true } })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-metis=; .*Max-Age=0; Secure$/)
    tokens.bert = before ?? ''
    expect((await ask('bert', 'GET', '/api/me')).status).toBe(401)
  })
})
