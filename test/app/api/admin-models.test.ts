import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as budgets from '#app/api/admin/budgets/route.ts'
import * as models from '#app/api/admin/models/route.ts'
import * as trial from '#app/api/admin/models/test/route.ts'
import * as carryRules from '#app/api/admin/routing/carry-over/route.ts'
import * as carryOver from '#app/api/models/carry-over/route.ts'
import * as ending from '#app/api/models/ending/route.ts'
import type { AdminModel, TestedModel } from '#lib/api/admin-model.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { DEMO_WIRES } from '#lib/models/demo.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { member } from '#test/support/member.ts'

// The demo speaks as fast as it can.
vi.mock('#lib/demo/pace.ts', async (original) => ({ ...(await original<object>()), delay: async () => {} }))

const OWN = `models:
  anthropic:claude-opus-4-5:
    ends_on: 2027-01-05
    successor: anthropic:claude-opus-5
    capabilities: { supports_images: false }
`

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-admin-models-'))
  await writeFile(join(folder, 'models.yaml'), OWN)
  const env = readEnv({
    METIS_DATA_DIR: folder,
    METIS_LOG_LEVEL: 'error',
    METIS_PROVIDERS: 'lab',
    METIS_PROVIDER_LAB_BASE_URL: 'http://127.0.0.1:9',
    METIS_PROVIDER_LAB_MODELS: 'scribe',
  })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

async function listed(id: string): Promise<AdminModel> {
  const { status, body } = await askRoute(models.GET, 'GET')
  expect(status, JSON.stringify(body)).toBe(200)
  const found = (body.models as AdminModel[]).find((model) => model.id === id)
  if (!found) throw new Error(`${id} is not listed`)
  return found
}

const claim = ({ claims }: AdminModel, name: string) => claims.find((each) => each.claim === name)
const tried = (body: unknown) => askRoute(trial.POST, 'POST', { body })

test('each claim says whether the catalog, the installation or nobody says so, and when that was read', async () => {
  const opus = await listed('anthropic:claude-opus-4-5')
  expect(opus.ends).toEqual({ on: '2027-01-05', source: 'models.yaml', successor: 'anthropic:claude-opus-5' })
  expect(claim(opus, 'images')).toMatchObject({ by: 'installation', source: 'models.yaml', checked: null })
  expect(claim(opus, 'limits')).toMatchObject({
    by: 'catalog',
    source: 'https://platform.claude.com/docs/en/models/opus-4-5/overview',
    checked: '2026-11-22',
  })
  const scribe = await listed('lab:scribe')
  expect(new Set(scribe.claims.map(({ by }) => by))).toEqual(new Set(['assumed']))
})

test('what a model refuses is said as its adapter heeds it', async () => {
  expect((await listed('anthropic:claude-opus-5-5')).refuses).toEqual(['forced_tools', 'prefill', 'no_thinking'])
  expect((await listed('anthropic:claude-opus-4-5')).refuses).toEqual(['forced_tools_beside_thinking'])
  expect((await listed('openai:o3')).refuses).toEqual(['stop_sequences', 'no_thinking'])
  expect((await listed('demo:openai')).refuses).toEqual([])
})

test('a test is one call that is billed, counted and timed, and part of no chat', async () => {
  const { status, body } = await tried({ model: 'demo:anthropic' })
  expect(status, JSON.stringify(body)).toBe(200)
  const said = body as TestedModel
  expect(said).toMatchObject({ model_served: 'demo:anthropic', called_tool: null, error: null })
  expect(said.text).toBe('ready')
  expect(said.tokens?.input).toBeGreaterThan(0)
  const call = await installation.store.llmCall(said.call_id)
  expect(call).toMatchObject({
    session_id: null,
    turn_id: null,
    started_by: LOCAL_OWNER.id,
    outcome: 'completed',
    cost_usd: said.cost_usd,
  })
  expect((await listed('demo:anthropic')).seen).toMatchObject({
    calls: 1,
    failed_calls: 0,
    latency_ms: { p50: expect.any(Number) },
  })
})

test('a model that cannot be reached is no refusal: the answer says why', async () => {
  const { status, body } = await tried({ model: 'lab:scribe' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ text: '', tokens: null, cost_usd: null, error: { error_class: 'network' } })
  expect(await installation.store.llmCall(body.call_id)).toMatchObject({ outcome: 'failed', session_id: null })
})

test.each([
  [{ model: 'anthropic:claude-opus-4-5' }, 'its provider is not set up'],
  [{ model: 'nobody:knows' }, 'nobody:knows'],
  [{ model: 'demo:anthropic', hello: 1 }, 'hello'],
])('%j is refused before anything is sent', async (said, word) => {
  const { status, body } = await tried(said)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(body)).toContain(word)
})

test.each(Object.keys(DEMO_WIRES))('a tool is offered where that is asked for, and %s calls it', async (model) => {
  const { status, body } = await tried({ model, calls_tool: true })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.called_tool).toBe(true)
})

test('what is set to a model that ends is counted, linked and carried over, and rules by themselves', async () => {
  const { sessions, presets, rules, store } = installation
  const from = 'anthropic:claude-opus-4-5'
  const chat = await sessions.create(LOCAL_OWNER, { active_model: from, title: 'Mine' })
  const before = await store.session(chat)
  const anna = member('anna')
  await sessions.create(anna, { active_model: from })
  const preset = await presets.create(LOCAL_OWNER, { name: 'Careful', model: from })
  await sessions.changeSettings(LOCAL_OWNER, { title_model: from })
  const budget = { scope: 'installation', period: 'day', limit_usd: '5', route_to: from }
  const made = await askRoute(budgets.POST, 'POST', { body: budget })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  const text = `rules:\n  - name: careful\n    when: { estimated_input_tokens_gt: 100000 }\n    use: ${from}\n`
  await rules.save(LOCAL_OWNER, { text, note: '' })

  const { status, body } = await askRoute(ending.GET, 'GET')
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.models).toMatchObject([
    {
      id: from,
      ends: { on: '2027-01-05' },
      suggested: null,
      chats: { own: 1, others: 1, shown: [{ id: chat, name: 'Mine' }] },
      presets: { own: 1, others: 0, shown: [{ id: preset.id, name: 'Careful' }] },
      titles: true,
      rules: ['careful'],
      budgets: [made.body.id],
    },
  ])
  const [asMember] = await installation.modelEnds.list(anna)
  expect(asMember).toMatchObject({
    chats: { own: 1, others: 0 },
    presets: { own: 0, others: 0 },
    titles: false,
    rules: [],
    budgets: [],
  })
  const carried = await askRoute(carryOver.POST, 'POST', { body: { from, to: 'demo:anthropic' } })
  expect(carried).toEqual({ status: 200, body: { chats: 1, presets: 1, titles: true, left: [] } })
  expect(await store.session(chat)).toMatchObject({ active_model: 'demo:anthropic', updated_at: before?.updated_at })
  expect((await presets.list(LOCAL_OWNER)).map(({ model }) => model)).toEqual(['demo:anthropic'])
  expect(await store.personSettings(LOCAL_OWNER)).toMatchObject({ title_model: 'demo:anthropic' })
  expect(rules.current().text).toBe(text)
  const again = await askRoute(carryOver.POST, 'POST', { body: { from, to: 'demo:anthropic' } })
  expect(again.body).toEqual({ chats: 0, presets: 0, titles: false, left: [] })
  const after = await askRoute(ending.GET, 'GET')
  expect(after.body.models).toMatchObject([
    { chats: { own: 0, others: 1 }, presets: { own: 0 }, titles: false, rules: ['careful'] },
  ])
})

describe('rules that name a model that ends', () => {
  const [from, to] = ['anthropic:claude-opus-4-5', 'demo:anthropic']
  const TEXT = `# ${from} is the careful one
aliases: { sure:   ${from} }
folders:
  - { match: 'Work/*', use: ${from} }
rules:
  - name: careful   # long ones
    when: { message_contains_any: ['${from}'] }
    use: sure
`
  const AFTER = TEXT.replace(`sure:   ${from}`, `sure:   ${to}`).replace(`use: ${from} }`, `use: ${to} }`)
  const preview = (target: string) => askRoute(carryRules.GET, 'GET', { query: `?from=${from}&to=${target}` })
  const carried = (body: object) => askRoute(carryRules.POST, 'POST', { body: { from, to, ...body } })
  const latest = async () => (await installation.rules.history(null, 1))[0]

  test('are carried over as a version of their own, as it was shown before', async () => {
    const { version } = await installation.rules.save(LOCAL_OWNER, { text: TEXT, note: '' })
    const shown = await preview(to)
    expect(shown, JSON.stringify(shown.body)).toEqual({
      status: 200,
      body: { version, rules: AFTER, names: ['careful', 'Work/*'] },
    })
    expect(installation.rules.current().text).toBe(TEXT)

    const done = await carried({ based_on: version })
    expect(done).toEqual({ status: 200, body: { version: version + 1, names: ['careful', 'Work/*'] } })
    expect(installation.rules.current()).toMatchObject({ text: AFTER, version: version + 1, problem: null })
    expect(await latest()).toMatchObject({ author: LOCAL_OWNER.id, note: `carried over from ${from} to ${to}` })
    expect((await installation.modelEnds.list(LOCAL_OWNER))[0]?.rules).toEqual([])
  })

  test('are not saved again where none names it any more', async () => {
    const { version } = installation.rules.current()
    expect(await carried({ based_on: version })).toEqual({ status: 200, body: { version, names: [] } })
    expect((await latest())?.version).toBe(version)
  })

  test('stay where somebody saved others meanwhile, and the refusal says which', async () => {
    const { version } = await installation.rules.save(LOCAL_OWNER, { text: TEXT, note: '' })
    await installation.rules.save(LOCAL_OWNER, { text: `${TEXT}# more\n`, note: 'more' })
    const { status, body } = await carried({ based_on: version, note: 'because' })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'rules_conflict', details: { version: version + 1 } })
    expect(await latest()).toMatchObject({ version: version + 1, note: 'more' })
    expect(await carried({ based_on: version + 1, note: 'because' })).toMatchObject({ status: 200 })
    expect(installation.rules.current().text).toBe(`${AFTER}# more\n`)
    expect(await latest()).toMatchObject({ note: 'because' })
  })

  test('stay where the other model is none', async () => {
    const refused = { status: 422, body: { error: { code: 'unknown_model', details: { model: 'nobody:knows' } } } }
    expect(await preview('nobody:knows')).toMatchObject(refused)
    expect(await carried({ to: 'nobody:knows', based_on: 0 })).toMatchObject(refused)
  })
})
