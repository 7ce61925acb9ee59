import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as totals from '#app/api/admin/shares/route.ts'
import * as forks from '#app/api/forks/route.ts'
import * as preview from '#app/api/sessions/[id]/shares/preview/route.ts'
import * as create from '#app/api/sessions/[id]/shares/route.ts'
import * as link from '#app/api/shares/[id]/link/route.ts'
import * as one from '#app/api/shares/[id]/route.ts'
import * as snapshot from '#app/api/shares/[id]/snapshot/route.ts'
import * as all from '#app/api/shares/route.ts'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { SHARED_AT_FIRST } from '#lib/canonical/shared-at-first.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { readAllRows } from '#test/support/database-dump.ts'
import { CHEAP } from '#test/support/people.ts'

const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
const content = { include: SHARED_AT_FIRST, hidden: [], masks: [] }

let folder: string
let installation: Installation
let chat: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-shares-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true, passwordCost: CHEAP })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  chat = await installation.sessions.create(LOCAL_OWNER, { active_model: 'demo', title: 'Keys' })
  await installation.turns.start(LOCAL_OWNER, chat, { content: [{ type: 'text', text: `hello ${KEY}` }] })
  await installation.turns.idle(chat)
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (route: unknown, method: string, body?: unknown, id = '', key: string | null = null) =>
  askRoute(route, method, { body, key, ...(id && { params: { id } }) })
const found = async () =>
  (await ask(preview.POST, 'POST', content, chat)).body.findings.map(({ id }: { id: string }) => id)
const publish = async (said: object = {}, key: string | null = null) =>
  ask(create.POST, 'POST', { ...content, masks: await found(), ...said }, chat, key)

test('a preview shows what would be published, with what was found in it', async () => {
  const { status, body } = await ask(preview.POST, 'POST', content, chat)
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['costs', 'findings', 'fingerprint', 'messages', 'system_prompt', 'title'])
  expect(body.messages[0]).toMatchObject({ role: 'user', parent_id: null, content: [{ text: `hello ${KEY}` }] })
  expect(body.findings[0]).toMatchObject({ kind: 'key', message_id: body.messages[0].id, excerpt: `hello ${KEY}` })
})

test('what was found and neither masked nor confirmed is refused, and named', async () => {
  const refused = await ask(create.POST, 'POST', content, chat)
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'secrets_found' } } })
  expect(refused.body.error.details.findings.map(({ id }: { id: string }) => id)).toEqual(await found())
  expect((await publish({ masks: [], confirmed: await found() })).status).toBe(201)
})

test('a share is made, listed, opened, linked to again, published anew, gone on from and revoked', async () => {
  const made = await publish({ max_views: 5 })
  expect(made).toMatchObject({
    status: 201,
    body: { id: expect.any(String), url: expect.stringMatching(/\/s\/[\w-]{32}$/) },
  })
  const { id, url } = made.body
  const token = url.split('/').at(-1)
  const opened = await installation.sharedLinks.open({ token, principal: null, address: '' }, { counts: true })
  expect(JSON.stringify(opened)).not.toContain(KEY)
  const listed = (await ask(all.GET, 'GET')).body
  expect(listed).toMatchObject({ public_url: null, has_people: false })
  expect(listed.shares[0]).toMatchObject({ id, session_id: chat, state: 'live', views: 1, max_views: 5, title: 'Keys' })
  expect((await ask(link.GET, 'GET', undefined, id)).body).toEqual({ url })
  const masks = await found()
  expect(await ask(snapshot.PUT, 'PUT', { ...content, masks, expires_at: null }, id)).toMatchObject({
    status: 200,
    body: { id, views: 1, expires_at: null },
  })
  const fork = await ask(forks.POST, 'POST', { token })
  expect(fork).toMatchObject({ status: 201 })
  expect(await installation.store.session(fork.body.id)).toMatchObject({ origin: { kind: 'share', share_id: id } })
  expect((await ask(totals.GET, 'GET')).body).toMatchObject({ views: 1 })
  expect((await ask(one.DELETE, 'DELETE', undefined, id)).status).toBe(204)
  expect((await ask(forks.POST, 'POST', { token })).body.error.code).toBe('not_found')
  expect((await ask(link.GET, 'GET', undefined, id)).body.error.code).toBe('not_found')
})

test('who sends again what made a share or a chat gets the same, and nothing of the link or the password is kept', async () => {
  const key = 'once'
  const [first, again] = [
    await publish({ password: 'correct horse' }, key),
    await publish({ password: 'correct horse' }, key),
  ]
  expect(again).toEqual(first)
  const token = first.body.url.split('/').at(-1)
  const said = { token, password: 'correct horse' }
  const [fork, same] = [await ask(forks.POST, 'POST', said, '', key), await ask(forks.POST, 'POST', said, '', key)]
  expect(same).toEqual(fork)
  const client = await openClient({ url: localDatabaseUrl(folder) })
  const rows = JSON.stringify(await readAllRows(client))
  client.close()
  expect(rows).not.toContain(token)
  expect(rows).not.toContain('correct horse')
})

test.each([
  ['a chat that is not there', content, 'nothing', 404, 'not_found'],
  ['a range of nowhere', { ...content, from: 'nowhere' }, '', 400, 'invalid_request'],
  ['a switch that is none', { ...content, include: { ...SHARED_AT_FIRST, all: true } }, '', 400, 'invalid_request'],
  ['an end in the past', { ...content, expires_at: '2020-01-01T00:00:00Z' }, '', 400, 'invalid_request'],
  [
    'people where there are none',
    { ...content, audience: 'people', people: ['ada@example.org'] },
    '',
    400,
    'invalid_request',
  ],
  ['no views', { ...content, max_views: 0 }, '', 400, 'invalid_request'],
  ['a preview of something else', { ...content, fingerprint: 'aa' }, '', 409, 'preview_outdated'],
])('%s is refused', async (_what, said, id, status, code) => {
  const refused = await ask(create.POST, 'POST', said, id || chat)
  expect([refused.status, refused.body.error.code]).toEqual([status, code])
})
