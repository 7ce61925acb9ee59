import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as one from '#app/api/admin/reprices/[id]/route.ts'
import * as all from '#app/api/admin/reprices/route.ts'
import * as cost from '#app/api/calls/[id]/cost/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { llmCallOf, session } from '#test/support/session-builder.ts'

let folder: string
let installation: Installation
const owner = session({ title: 'Old maps' })
const usage = { input_tokens: 1_000_000, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const gpt = { model_asked: 'openai:gpt-5', model_served: 'openai:gpt-5', provider: 'openai' }
const billed = { ...gpt, usage, cost_usd: '1.25', pricing_version: '2026-11-21' }
const call = llmCallOf(owner, { ...billed, started_at: '2026-05-08T23:00:00.000000Z' })
const later = llmCallOf(owner, { ...billed, started_at: '2026-05-09T23:00:00.000000Z' })
const said = { from: '2026-05-01', to: '2026-06-01', reason: 'the rate was wrong' }
let version: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-reprices-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  await installation.store.createSession(owner, [])
  await installation.store.commit({ session_id: owner.id, llm_calls: [call, later] })
  const models = { 'openai:gpt-5': { input_per_mtok_usd: '2', output_per_mtok_usd: '4' } }
  version = (await installation.prices.publish(LOCAL_OWNER, { note: 'a test', models })).pricing_version
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (route: unknown, method: string, { body, id, key }: { body?: object; id?: string; key?: string } = {}) =>
  askRoute(route, method, { body, key, ...(id && { params: { id } }) })

const reprice = (fields: object = {}, key?: string) =>
  ask(all.POST, 'POST', { body: { ...said, pricing_version: version, ...fields }, ...(key && { key }) })
const ended = async (id: string, state: string) => {
  await expect.poll(async () => (await ask(one.GET, 'GET', { id })).body.state, { timeout: 30_000 }).toBe(state)
  return (await ask(one.GET, 'GET', { id })).body
}
const list = async () => (await ask(all.GET, 'GET')).body.reprices

test('a dry run says what would change, by the days of a time zone, and stores nothing', async () => {
  const { reason: _none, ...asked } = said
  const sum = {
    calls: 1,
    before_usd: '1.25',
    after_usd: '2',
    difference_usd: '0.75',
    unpriced_before: 0,
    unpriced_after: 0,
    kept_calls: 0,
  }
  const both = { ...sum, calls: 2, before_usd: '2.5', after_usd: '4', difference_usd: '1.5' }
  const body = { ...asked, pricing_version: version, dry_run: true, tz: 'Asia/Tokyo' }
  expect(await ask(all.POST, 'POST', { body })).toEqual({
    status: 200,
    body: {
      ...both,
      changed_calls: 2,
      by_day: [
        { key: '2026-05-09', ...sum },
        { key: '2026-05-10', ...sum },
      ],
      by_model: [{ key: 'openai:gpt-5', ...both }],
      by_person: [{ key: 'local', ...both }],
      by_session: [{ key: owner.id, session_id: owner.id, title: 'Old maps', ...both }],
      computed_from: { reported: 2, estimated: 0, incomplete: 0 },
      items: [call, later].map(({ id, started_at }) => ({
        id,
        session_id: owner.id,
        model: 'openai:gpt-5',
        started_at,
        before_usd: '1.25',
        after_usd: '2',
        difference_usd: '0.75',
        computed_from: 'reported',
      })),
    },
  })
  expect(await list()).toEqual([])
})

test('what is no version, no time or no reason is refused with its place', async () => {
  const path = async (fields: object) => {
    const { status, body } = await reprice(fields)
    return [status, body.error.code, body.error.details[0].path]
  }
  expect(await path({ pricing_version: 'never' })).toEqual([400, 'invalid_request', 'pricing_version'])
  expect(await path({ pricing_version: 'never', dry_run: true })).toEqual([400, 'invalid_request', 'pricing_version'])
  expect(await path({ from: said.to })).toEqual([400, 'invalid_request', 'from'])
  expect(await path({ from: '2099-01-01', to: '2099-02-01' })).toEqual([400, 'invalid_request', 'from'])
  expect(await path({ to: '2026-02-30' })).toEqual([400, 'invalid_request', 'to'])
  expect(await path({ tz: 'Mars/Olympus' })).toEqual([400, 'invalid_request', 'tz'])
  expect(await path({ reason: ' ' })).toEqual([400, 'invalid_request', 'reason'])
  expect(await ask(one.GET, 'GET', { id: 'nothing' })).toMatchObject({ status: 404 })
  expect(await ask(one.DELETE, 'DELETE', { id: 'nothing' })).toMatchObject({ status: 404 })
  expect(await list()).toEqual([])
})

test('it is applied once however often it is sent, beside what was billed, and every view can tell', async () => {
  const [first, again] = await Promise.all([reprice({}, 'key-1'), reprice({}, 'key-1')])
  expect(first).toEqual({ status: 202, body: { id: expect.any(String) } })
  expect(again).toEqual(first)
  expect(await reprice({ reason: 'another' }, 'key-1')).toMatchObject({ status: 422 })
  const { id } = first.body
  expect(await ended(id, 'applied')).toMatchObject({ progress: 1, calls: 2, changed_calls: 2, author: 'local' })
  expect(await list()).toMatchObject([{ id, reason: 'the rate was wrong', pricing_version: version }])

  const total = async (costs: 'stamped' | 'repriced') => {
    const question = { ...said, tz: 'UTC', filter: {}, group: null, bucket: null, costs, limit: 1 }
    return (await installation.usage.read(LOCAL_OWNER, question)).totals.cost_usd
  }
  expect([await total('stamped'), await total('repriced')]).toEqual(['2.5', '4'])
  expect((await ask(cost.GET, 'GET', { id: call.id })).body).toMatchObject({
    cost_usd: '1.25',
    pricing_version: '2026-11-21',
    repriced: {
      pricing_version: version,
      cost_usd: '2',
      state: 'exact',
      lines: [{ bucket: 'input', tokens: 1_000_000, rate_per_mtok_usd: '2', usd: '2', source: null }],
      by: 'local',
      at: expect.any(String),
      reason: 'the rate was wrong',
    },
  })
})

test('another version is refused while it holds, and not once it is reverted', async () => {
  const [{ id }] = await list()
  const other = { pricing_version: '2026-11-22' }
  expect(await reprice(other)).toMatchObject({
    status: 409,
    body: { error: { code: 'reprice_conflict', details: { reprice_id: id } } },
  })
  expect((await ask(one.DELETE, 'DELETE', { id })).status).toBe(202)
  expect(await ended(id, 'reverted')).toMatchObject({ progress: 0, changed_calls: 2 })
  expect((await ask(one.DELETE, 'DELETE', { id })).body.state).toBe('reverted')
  expect((await ask(cost.GET, 'GET', { id: call.id })).body).not.toHaveProperty('repriced')
  const second = await reprice(other)
  expect(second.status).toBe(202)
  await ended(second.body.id, 'applied')
})
