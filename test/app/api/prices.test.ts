import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as one from '#app/api/admin/prices/[version]/route.ts'
import * as file from '#app/api/admin/prices/import/route.ts'
import * as all from '#app/api/admin/prices/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { askRoute } from '#test/support/ask-route.ts'

let folder: string
let installation: Installation

const open = () =>
  openInstallation(readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' }), { checksContract: true })
const serve = (given: Installation | undefined) =>
  Object.assign(globalThis, { metisServer: given && Promise.resolve({ ...given, version: 'test' }) })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-prices-'))
  installation = await open()
  serve(installation)
})
afterAll(async () => {
  serve(undefined)
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (
  route: unknown,
  method: string,
  body?: unknown,
  { version, key }: { version?: string; key?: string } = {},
) => askRoute(route, method, { body, key, ...(version && { params: { version } }) })

const row = { input_per_mtok_usd: '1', output_per_mtok_usd: '2' }
const models = { 'openai:gpt-5': row, 'demo:anthropic': { free: true } }
const publish = (fields: object, key?: string) =>
  ask(all.POST, 'POST', { note: 'a test', models, ...fields }, key === undefined ? {} : { key })
const list = async () => (await ask(all.GET, 'GET')).body
const named = async () =>
  (await list()).versions.map(({ pricing_version }: { pricing_version: string }) => pricing_version)
const priceOf = (id: string) => installation.models.list().find((each) => each.id === id)?.price

test('the versions of the product are there from the start, and the newest holds', async () => {
  expect(await named()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'])
  expect((await list()).in_force).toBe('2026-11-24')
  const { body } = await ask(one.GET, 'GET', undefined, { version: '2026-11-22' })
  expect(body).toMatchObject({ origin: 'shipped', effective_from: '2026-11-22T00:00:00.000000Z' })
  expect(body.models['openai:gpt-5'].input_per_mtok_usd).toBe('1.25')
  expect(await ask(one.GET, 'GET', undefined, { version: 'never' })).toMatchObject({ status: 404 })
})

test('rows that are wrong are named, each with its reason, and nothing is stored', async () => {
  const wrong = { ...models, 'openai:bad': { ...row, input_per_mtok_usd: '-1' }, 'nobody:x': row, plain: row }
  expect(await publish({ models: wrong })).toEqual({
    status: 422,
    body: {
      error: {
        code: 'invalid_prices',
        message: 'openai:bad: -1 is negative, and 2 more',
        details: {
          faults: [
            { row: 'openai:bad', field: 'input_per_mtok_usd', reason: '-1 is negative' },
            { row: 'nobody:x', field: null, reason: 'there is no provider nobody' },
            { row: 'plain', field: null, reason: 'a model id of the form provider:name' },
          ],
          total: 3,
        },
      },
    },
  })
  expect(await publish({ note: '' })).toMatchObject({ status: 400 })
  expect(await publish({ effective_from: '2026-02-30T00:00:00Z' })).toMatchObject({ status: 400 })
  expect(await named()).toHaveLength(4)
})

test('a file is read as a draft that can be published as it is, and what is left out is listed', async () => {
  const send = async (type: string, text: string) => {
    const headers = { host: 'localhost', 'content-type': type }
    const request = new Request('http://localhost/?read_on=2026-08-01', { method: 'POST', headers, body: text })
    const response = await file.POST(request, { params: Promise.resolve({}) })
    return { status: response.status, body: await response.json() }
  }
  const map =
    '{"gpt-5": {"litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06}}'
  const source = { source: expect.stringContaining('litellm'), read_on: '2026-08-01' }
  expect(await send('application/json', map)).toEqual({
    status: 200,
    body: { models: { 'openai:gpt-5': { ...row, source } }, unknown: [] },
  })
  const csv = 'model,input_per_mtok_usd,output_per_mtok_usd\nopenai:gpt-5,1,2\nnobody:x,1,2\n'
  expect(await send('text/csv; charset=utf-8', csv)).toEqual({
    status: 200,
    body: { models: { 'openai:gpt-5': row }, unknown: [{ model: 'nobody:x', reason: 'there is no provider nobody' }] },
  })
  const cut = await send('application/json', map.slice(0, 50))
  expect(cut).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_prices', details: { faults: [], total: 0 } } },
  })
  expect(cut.body.error.message).toMatch(/^this is no JSON, or only a part of it/)
  expect(await send('text/plain', csv)).toMatchObject({ status: 415 })
  expect(await send('text/csv', 'x'.repeat(16_000_001))).toMatchObject({ status: 413 })
  expect(await named()).toHaveLength(4)
})

test('a version for later changes nothing until then', async () => {
  const later = await publish({ effective_from: '2099-01-01T00:00:00Z' })
  expect(later).toEqual({
    status: 201,
    body: {
      pricing_version: 'own-2099-01-01',
      effective_from: '2099-01-01T00:00:00.000000Z',
      origin: 'published',
      author: 'local',
      note: 'a test',
      created_at: expect.any(String),
      models: 2,
    },
  })
  expect((await list()).in_force).toBe('2026-11-24')
  expect(priceOf('openai:gpt-5')).toMatchObject({ input_per_mtok_usd: '1.25' })
})

test('two cannot begin at one moment, also of two that come at once, and a resend publishes once', async () => {
  expect(await publish({ effective_from: '2099-01-01T00:00:00.000000Z' })).toMatchObject({
    status: 409,
    body: { error: { code: 'price_conflict' } },
  })
  const both = await Promise.all([1, 2].map(() => publish({ effective_from: '2098-01-01T00:00:00Z' })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const again = await Promise.all([1, 2].map(() => publish({ effective_from: '2097-01-01T00:00:00Z' }, 'key-1')))
  const later = await publish({ effective_from: '2097-01-01T00:00:00Z' }, 'key-1')
  expect([...again, later].map(({ body }) => body.pricing_version)).toEqual(Array(3).fill('own-2097-01-01'))
})

test('a draft that another publication has overtaken is refused, and so is one that knows of none', async () => {
  const before = await named()
  const refused = { status: 409, body: { error: { code: 'price_conflict' } } }
  expect(await publish({ based_on: 'own-2099-01-01' })).toMatchObject(refused)
  expect(await publish({ based_on: null })).toMatchObject(refused)
  expect(await named()).toEqual(before)
})

test('a version from now on holds at once, and what it does not name has no price', async () => {
  const { status, body } = await publish({ based_on: 'own-2097-01-01' })
  expect(status).toBe(201)
  expect((await list()).in_force).toBe(body.pricing_version)
  expect(priceOf('openai:gpt-5')).toEqual({ ...row, pricing_version: body.pricing_version })
  expect(priceOf('openai:gpt-4o')).toBeNull()
  const second = await publish({ models: { 'openai:gpt-5': { ...row, input_per_mtok_usd: '9' } } })
  expect(second.body.pricing_version).toBe(`${body.pricing_version}-2`)
  expect(priceOf('openai:gpt-5')).toMatchObject({ input_per_mtok_usd: '9' })
})

test('what was published holds after a restart, and what came with the product stays where it was', async () => {
  const before = await list()
  await installation.close()
  installation = await open()
  serve(installation)
  expect(await list()).toEqual(before)
  expect(priceOf('openai:gpt-5')).toMatchObject({ input_per_mtok_usd: '9' })
})
