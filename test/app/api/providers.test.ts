import { globSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as key from '#app/api/providers/[id]/key/route.ts'
import * as trial from '#app/api/providers/[id]/test/route.ts'
import * as list from '#app/api/providers/route.ts'
import { textOf } from '#lib/canonical/block.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { type DemoServer, startDemoServer } from '#test/support/demo-server.ts'

/** Nothing that leaves the server may hold it. */
const CANARY = 'canary-0123456789-abcdefghij-LAST'

let folder: string
let host: DemoServer
let installation: Installation
let variables: Record<string, string> = {}
const written: string[] = []

beforeAll(async () => {
  host = await startDemoServer({ delay: async () => {}, key: CANARY })
})
afterAll(() => host.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-keys-'))
  variables = {}
  written.length = 0
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  }
  await open()
})
afterEach(async () => {
  await installation.close()
  vi.restoreAllMocks()
  Object.assign(globalThis, { metisServer: undefined })
  await rm(folder, { recursive: true, force: true })
})

async function open() {
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'debug', ...variables })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
}

async function restart(env: Record<string, string> = {}) {
  await installation.close()
  variables = env
  await open()
}

const ask = (route: unknown, method: string, id: string, body?: object) =>
  askRoute(route, method, { body, ...(id && { params: { id } }) })

const keep = (id: string, body: object) => ask(key.PUT, 'PUT', id, body)
const remove = (id: string) => ask(key.DELETE, 'DELETE', id)
const tryIt = (id: string, body: object = {}) => ask(trial.POST, 'POST', id, body)
const rowOf = async (id: string) => {
  const { body } = await ask(list.GET, 'GET', '')
  return (body as { providers: { id: string }[] }).providers.find((row) => row.id === id)
}
const modelsOf = (provider: string) =>
  installation.models.list().flatMap((model) => (model.provider === provider ? [[model.id, model.configured]] : []))

test('a key that works is kept, used at once, and still there after a restart; it can be taken away again', async () => {
  expect(await keep('lab', { key: CANARY, base_url: host.url, label: 'My lab' })).toEqual({
    status: 200,
    body: {
      provider: expect.objectContaining({
        id: 'lab',
        label: 'My lab',
        configured: true,
        by: 'stored',
        has_key: true,
        key_hint: 'LAST',
        address: host.url,
        known: false,
        models: 1,
        problem: null,
      }),
      trial: { works: true, problem: null, message: 'My lab: 1 model.', models: 1 },
    },
  })
  expect(modelsOf('lab')).toEqual([['lab:openai', true]])

  await restart()
  expect(await rowOf('lab')).toMatchObject({ by: 'stored', models: 1, used_at: null })
  const session = await installation.sessions.create(LOCAL_OWNER, { active_model: 'lab:openai' })
  await installation.turns.start(LOCAL_OWNER, session, { content: [{ type: 'text', text: 'calculate 6*7' }] })
  await installation.turns.idle(session)
  expect(textOf((await installation.store.path(session)).at(-1)?.content ?? [])).toContain('42')
  expect(await rowOf('lab')).toMatchObject({ used_at: expect.any(String) })

  expect(await remove('lab')).toEqual({ status: 204, body: null })
  expect(modelsOf('lab')).toEqual([])
  expect((await remove('lab')).status).toBe(404)
  await restart()
  expect(await rowOf('lab')).toBeUndefined()
})

test('a key that is refused is not kept, and is said to be refused; it is kept where the person says so', async () => {
  const body = { key: 'a-wrong-key-0123456789', base_url: host.url }
  const message = `lab refuses this key (401: Incorrect API key provided: [redacted]. You can find your API key in your settings).`
  expect(await keep('lab', body)).toEqual({
    status: 422,
    body: { error: { code: 'provider_refused', message, details: { problem: 'key_refused' } } },
  })
  expect(await rowOf('lab')).toBeUndefined()
  expect(await readdir(folder)).not.toContain('secret')
  expect((await keep('lab', { ...body, keep_anyway: true })).status).toBe(200)
  expect(await rowOf('lab')).toMatchObject({ by: 'stored', models: 0 })
})

test('a trial stores nothing, and says in words what is wrong', async () => {
  const closed = await startDemoServer()
  await closed.close()
  expect(await tryIt('lab', { key: CANARY, base_url: host.url })).toMatchObject({ body: { works: true, models: 1 } })
  expect(await tryIt('lab', { key: CANARY, base_url: closed.url })).toEqual({
    status: 200,
    body: {
      works: false,
      problem: 'unreachable',
      message: `${closed.url} cannot be reached, so nothing is known of the key (nothing listens at that address (ECONNREFUSED)).`,
      models: null,
    },
  })
  expect(await tryIt('lab', { key: CANARY, base_url: `${host.url}/elsewhere/v2` })).toMatchObject({
    body: { works: false, problem: 'no_list' },
  })
  expect(await rowOf('lab')).toBeUndefined()
  expect((await tryIt('groq')).body).toMatchObject({ error: { code: 'invalid_request' } })
})

test('what nobody can keep is refused with its place', async () => {
  for (const [id, body, path] of [
    ['Not A Name', { base_url: host.url }, 'id'],
    ['demo', { base_url: host.url }, 'id'],
    ['lab', { key: CANARY }, 'base_url'],
    ['azure', { key: CANARY }, 'base_url'],
    ['groq', {}, 'key'],
    ['groq', { key: 'two words' }, 'key'],
    ['lab', { base_url: host.url, protocol: 'soap' }, 'protocol'],
    ['lab', { base_url: 'ftp://host' }, 'base_url'],
    ['lab', { base_url: 'http://me:pw@host' }, 'base_url'],
  ] as const) {
    const { status, body: answer } = await keep(id, body)
    expect([status, (answer as { error: { details: { path: string }[] } }).error.details[0]?.path]).toEqual([400, path])
  }
})

test('the environment wins over what is stored, and says so', async () => {
  const body = { key: 'stored-0123456789-abcd', base_url: host.url, keep_anyway: true }
  expect((await keep('openai', body)).status).toBe(200)
  expect(await rowOf('openai')).toMatchObject({ by: 'stored', key_hint: 'abcd', address: host.url })
  await restart({ OPENAI_BASE_URL: host.url, OPENAI_API_KEY: CANARY })
  expect(await rowOf('openai')).toMatchObject({ by: 'environment', key_hint: 'LAST', models: 1, added_at: null })
})

test('a key never goes to another address than the one that it was given for', async () => {
  await keep('openai', { key: CANARY, base_url: host.url })
  const asked: unknown[] = []
  const elsewhere = await startDemoServer({ delay: async () => void asked.push('a call') })
  try {
    await writeFile(join(folder, 'models.yaml'), `adapters: { openai: { base_url: ${elsewhere.url} } }\n`)
    await restart()
    expect(await rowOf('openai')).toMatchObject({ by: 'models_file', has_key: false, address: elsewhere.url })
    expect(await keep('openai', { base_url: elsewhere.url })).toMatchObject({ body: { provider: { has_key: false } } })
    expect(asked).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test.each([
  ['the file is gone', async () => rm(join(folder, 'secret')), {}],
  ['the file is another', async () => writeFile(join(folder, 'secret'), 'another secret of some length'), {}],
  ['the environment names one', async () => {}, { METIS_SECRET: 'another secret of some length' }],
])('where %s, the key is said to be lost, the server starts and the rest works', async (_, lose, env) => {
  await keep('lab', { key: CANARY, base_url: host.url })
  await lose()
  await restart({ ...env, METIS_DEFAULT_MODEL: 'lab:openai' })
  expect(await rowOf('lab')).toMatchObject({
    configured: false,
    by: 'stored',
    key_hint: 'LAST',
    problem: 'This key was stored under another secret, or is damaged: paste it again.',
  })
  expect(await keep('lab', { key: CANARY, base_url: host.url })).toMatchObject({
    status: 200,
    body: { provider: { configured: true, problem: null } },
  })
})

test('the key is in no answer of any address, in no log line and in no file', async () => {
  await keep('lab', { key: CANARY, base_url: host.url })
  await keep('other', { key: CANARY, base_url: `${host.url}/elsewhere/v2` })
  const session = await installation.sessions.create(LOCAL_OWNER, { active_model: 'lab:openai' })
  await installation.turns.start(LOCAL_OWNER, session, { content: [{ type: 'text', text: 'Hello' }] })
  await installation.turns.idle(session)

  const answers: string[] = []
  const app = resolve(import.meta.dirname, '../../../app')
  for (const file of globSync('api/**/route.ts', { cwd: app })) {
    if (file.includes('stream') || file.includes('[[')) continue
    const route = (await import(join(app, file))) as Record<
      string,
      (request: Request, context: { params: Promise<never> }) => Promise<Response>
    >
    for (const [method, handler] of Object.entries(route)) {
      if (method === 'DELETE') continue
      const headers = { host: 'localhost', 'content-type': 'application/json' }
      const init = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? { method } : { method, body: '{}' }
      const params = Promise.resolve({ id: file.includes('sessions') ? session : 'lab', message_id: 'x' } as never)
      const response = await handler(new Request('http://localhost/', { ...init, headers }), { params })
      answers.push(`${await response.text()} ${JSON.stringify([...response.headers])}`)
    }
  }
  expect(answers.length).toBeGreaterThan(80)
  expect(written.join('')).toContain('a provider was tried')
  await installation.close()
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  )
  for (const text of [...answers, ...written, ...contents]) {
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain(Buffer.from(CANARY).toString('base64').slice(0, 30))
  }
  await open()
})
