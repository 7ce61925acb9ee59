import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as one from '#app/api/presets/[id]/route.ts'
import * as all from '#app/api/presets/route.ts'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { openPresets } from '#db/preset.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-presets-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
})
afterEach(async () => {
  for (const { id } of await installation.presets.list(LOCAL_OWNER)) await installation.presets.remove(LOCAL_OWNER, id)
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (route: unknown, method: string, body?: unknown, id = '', key: string | null = null) =>
  askRoute(route, method, { body, key, ...(id && { params: { id } }) })

const create = (body: unknown, key: string | null = null) => ask(all.POST, 'POST', body, '', key)
const change = (id: string, body: unknown) => ask(one.PATCH, 'PATCH', body, id)
const listed = async () => (await ask(all.GET, 'GET')).body.presets

test('a preset is made, listed, changed in what is named, and deleted', async () => {
  const settings = { reasoning_effort: 'low', temperature: 0.5, max_output_tokens: 300, tools: false }
  const made = await create({ name: ' To  German ', model: 'demo', system_prompt: 'Translate.', settings })
  const preset = { name: 'To German', model: 'demo:scripted', system_prompt: 'Translate.', settings }
  expect(made).toEqual({ status: 201, body: { id: expect.any(String), ...preset, model: expect.any(String) } })
  expect(await listed()).toEqual([made.body])
  const { id } = made.body
  const changed = { ...made.body, name: 'To French', settings: { ...settings, temperature: 1 } }
  expect(await change(id, { name: 'To French', settings: { temperature: 1 } })).toEqual({ status: 200, body: changed })
  expect(await change(id, { system_prompt: '' })).toEqual({ status: 200, body: { ...changed, system_prompt: null } })
  expect(await ask(one.DELETE, 'DELETE', undefined, id)).toEqual({ status: 204, body: null })
  expect(await listed()).toEqual([])
  const gone = { status: 404, body: { error: { code: 'not_found', message: 'the preset does not exist' } } }
  expect(await ask(one.DELETE, 'DELETE', undefined, id)).toEqual(gone)
  expect(await change(id, { name: 'Back' })).toEqual(gone)
})

test.each<[string, object, string]>([
  ['an empty name', { name: ' \u200b' }, 'name: a text of 1 to 60 characters'],
  ['no name', {}, 'name: a text of 1 to 60 characters'],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'name: a text of 1 to 60 characters'],
  ['a temperature out of range', { name: 'x', settings: { temperature: 2.1 } }, 'settings.temperature: Too big'],
  ['tools by name', { name: 'x', settings: { tools: ['calculator'] } }, 'settings.tools: Invalid input'],
  ['a setting that there is not', { name: 'x', settings: { top_q: 1 } }, 'settings: Unrecognized key: "top_q"'],
  ['a prompt that is too long', { name: 'x', system_prompt: 'x'.repeat(100_001) }, 'system_prompt: a text of 100,000'],
])('%s is refused by its place, and nothing is kept', async (_, body, message) => {
  const refused = await create(body)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.error.message).toContain(message)
  expect(await listed()).toEqual([])
})

test('a name that another preset has, and a model that nobody can have, change nothing', async () => {
  const { body: kept } = await create({ name: 'Brief' })
  const { body: other } = await create({ name: 'Other' })
  const taken = {
    status: 409,
    body: {
      error: { code: 'name_taken', message: 'another preset is called BRIEF; give this one another name' },
    },
  }
  expect(await create({ name: 'BRIEF' })).toEqual(taken)
  expect(await change(other.id, { name: 'BRIEF', system_prompt: 'No.' })).toEqual(taken)
  expect(await create({ name: 'x', model: 'gtp' })).toMatchObject({
    status: 422,
    body: { error: { code: 'unknown_model', details: { model: 'gtp' } } },
  })
  expect(await listed()).toEqual([kept, other])
})

test('a preset that is sent again under its key is made once, and under another key its name is taken', async () => {
  const said = { name: 'Brief', settings: { temperature: 0.1 } }
  const [made, beside] = await Promise.all([create(said, 'k'), create(said, 'k')])
  expect(made.status).toBe(201)
  expect([beside, await create(said, 'k')]).toEqual([made, made])
  expect(await listed()).toEqual([made.body])
  const other = await create({ name: 'Other' }, 'k')
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch'])
  // What was refused did nothing: its key may be sent again.
  expect((await create({ name: 'BRIEF' }, 'l')).body.error.code).toBe('name_taken')
  expect((await create({ name: 'Long' }, 'l')).status).toBe(201)
})

test('a preset whose model is no more here is still listed, and may change in everything else', async () => {
  const url = localDatabaseUrl(folder)
  const client = await openClient({ url })
  const preset = {
    id: 'kept',
    name: 'Brief',
    model: 'anthropic:claude-of-yesterday',
    system_prompt: null,
    settings: {},
  }
  await openPresets({ client, url }).add(LOCAL_OWNER, preset)
  client.close()
  expect(await listed()).toEqual([preset])
  expect(await change(preset.id, { system_prompt: 'Be brief.' })).toEqual({
    status: 200,
    body: { ...preset, system_prompt: 'Be brief.' },
  })
})

test('a chat that began with a preset keeps what it had when the preset changes or goes', async () => {
  const { body: preset } = await create({ name: 'Brief', system_prompt: 'Be brief.', settings: { temperature: 0.1 } })
  const { system_prompt, settings } = preset
  const id = await installation.sessions.create(LOCAL_OWNER, { system_prompt, settings })
  const before = await installation.store.session(id)
  await change(preset.id, { system_prompt: 'Be long.', settings: { temperature: 1.9 } })
  await ask(one.DELETE, 'DELETE', undefined, preset.id)
  expect(await installation.store.session(id)).toEqual(before)
  expect(before).toMatchObject({ system_prompt: 'Be brief.', settings: { temperature: 0.1 } })
})
