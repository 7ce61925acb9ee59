import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET as readUnread } from '#app/api/admin/usage/cache-writes/route.ts'
import { GET as readDrift } from '#app/api/admin/usage/drift/route.ts'
import { GET as readElsewhere } from '#app/api/admin/usage/elsewhere/route.ts'
import { GET as readUsage } from '#app/api/admin/usage/route.ts'
import { GET as readRoutes } from '#app/api/admin/usage/routing/route.ts'
import { GET as readMetrics } from '#app/api/metrics/route.ts'
import { readEnv } from '#lib/env.ts'
import type { ChainLink } from '#lib/events/catalog.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { eventOf, llmCallOf, session } from '#test/support/session-builder.ts'

let folder: string
let installation: Installation
const owner = session({ title: '=1+1' })
const others = session({ owner_id: 'somebody' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-usage-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  const { store } = installation
  for (const each of [owner, others]) await store.createSession(each, [])
  const one = { model_asked: 'demo:one', model_served: 'demo:one', time_to_first_token_ms: 1_000, latency_ms: 3_000 }
  const two = { model_asked: 'demo:two', model_served: 'demo:two', cost_usd: null, pricing_version: null }
  await store.commit({
    session_id: owner.id,
    llm_calls: [
      llmCallOf(owner, { ...one, started_at: '2026-10-24T21:59:59.999999Z', cost_usd: '0.1' }),
      llmCallOf(owner, {
        ...one,
        started_at: '2026-10-24T22:00:00.000000Z',
        cost_usd: '0.2',
        cache_saved_usd: '-0.05',
      }),
      llmCallOf(owner, { ...two, started_at: '2026-10-25T22:30:00.000000Z' }),
    ],
  })
  await store.commit({
    session_id: others.id,
    llm_calls: [llmCallOf(others, { ...one, started_at: '2026-10-25T23:00:00.000000Z', cost_usd: '7', attempt: 2 })],
  })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

function ask(query: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/api/admin/usage?${query}`, {
    headers: { host: 'localhost', ...headers },
  })
  return readUsage(request, { params: Promise.resolve({}) })
}

const RANGE = 'from=2026-10-24&to=2026-10-27&tz=Europe/Berlin'

describe('usage', () => {
  test('is told by model, the dearest first, with its sums and times', async () => {
    const response = await ask(`${RANGE}&group_by=model`)
    expect(response.status).toBe(200)
    const { rows, totals, ...rest } = await response.json()
    const from = '2026-10-23T22:00:00.000000Z'
    expect(rest).toEqual({ from, to: '2026-10-26T23:00:00.000000Z', tz: 'Europe/Berlin', costs: 'stamped' })
    const near = (ms: number) => ({ p50: ms, p95: ms, p99: ms })
    expect(rows).toMatchObject([
      {
        key: 'demo:one',
        calls: 3,
        input_tokens: 30,
        output_tokens: 60,
        cost_usd: '7.3',
        unpriced_calls: 0,
        cache_saved_usd: '-0.05',
        retries: 1,
        retries_usd: '7',
        output_tokens_per_second: 10,
        time_to_first_token_ms: near(1_008),
        latency_ms: near(3_008),
      },
      { key: 'demo:two', calls: 1, cost_usd: null, unpriced_calls: 1 },
    ])
    expect(totals).toMatchObject({
      calls: 4,
      cost_usd: '7.3',
      unpriced_calls: 1,
      latency_ms: { p50: expect.any(Number) },
    })
  })

  test('of a day is that of the reader, also where it has 25 hours', async () => {
    const { buckets, rows } = await (await ask(`${RANGE}&group_by=provider&bucket=day`)).json()
    const days = ['2026-10-23T22:00:00.000000Z', '2026-10-24T22:00:00.000000Z', '2026-10-25T23:00:00.000000Z']
    expect(buckets).toEqual(days)
    expect(rows.map(({ bucket, calls }: { bucket: string; calls: number }) => [bucket, calls])).toEqual([
      [days[0], 1],
      [days[1], 2],
      [days[2], 1],
    ])
  })

  test('names a chat to nobody but whoever has it', async () => {
    const { rows } = await (await ask(`${RANGE}&group_by=session`)).json()
    expect(rows.map(({ key, session_id, title }: Record<string, unknown>) => ({ key, session_id, title }))).toEqual([
      { key: others.id, session_id: null, title: null },
      { key: owner.id, session_id: owner.id, title: '=1+1' },
    ])
  })

  test('is a table for whoever asks for one, in which nothing is a formula, and which adds up to the totals', async () => {
    const response = await ask(`${RANGE}&group_by=session`, { accept: 'text/csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('usage-2026-10-23-2026-10-26.csv')
    const [head = '', ...lines] = (await response.text()).trim().split('\r\n')
    expect(head.replace('\uFEFF', '').split(',').slice(0, 5)).toEqual([
      'session',
      'title',
      'calls',
      'failed_calls',
      'cost_usd',
    ])
    expect(lines.map((line) => line.split(',').slice(1, 5))).toEqual([
      ['', '1', '0', '7'],
      ["'=1+1", '3', '0', '0.3'],
    ])
    expect((await ask(`${RANGE}&format=csv`)).headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect((await ask(`${RANGE}&format=json`, { accept: 'text/csv' })).headers.get('content-type')).toContain('json')
  })

  test.each([
    ['from=2026-10-27&to=2026-10-24', 'from', 'before'],
    ['from=yesterday', 'from', 'a day like'],
    ['from=2026-02-30', 'from', 'a day like'],
    ['group_by=colour', 'group_by', 'one of model'],
    ['bucket=hour&from=2020-01-01&to=2026-01-01', 'bucket', 'more than 10,000'],
    ['tz=Mars/Olympus', 'tz', 'a time zone'],
    ['costs=made-up', 'costs', 'stamped or repriced'],
  ])('is refused for %s, with the place and the reason', async (query, path, problem) => {
    const response = await ask(query)
    expect(response.status).toBe(400)
    const { error } = await response.json()
    expect(error.code).toBe('invalid_request')
    expect(error.details).toContainEqual({ path, problem: expect.stringContaining(problem) })
  })

  test('of no time at all is nothing', async () => {
    const { rows, totals } = await (await ask('from=2030-01-01&to=2030-01-02&group_by=model')).json()
    expect(rows).toEqual([])
    expect(totals).toMatchObject({ calls: 0, cost_usd: '0', latency_ms: null })
  })
})

describe('the same tokens elsewhere', () => {
  const elsewhere = async (query: string) => {
    const request = new Request(`http://localhost/api/admin/usage/elsewhere?${query}`, {
      headers: { host: 'localhost' },
    })
    return (await readElsewhere(request, { params: Promise.resolve({}) })).json()
  }

  test('cost what the rates of another model make of them, a fifth more or less', async () => {
    const { cost_usd, low_usd, high_usd, ...rest } = await elsewhere(`${RANGE}&model=openai:gpt-5`)
    // 40 tokens read for $1.25 and 80 written for $10 a million.
    expect({ cost_usd, low_usd, high_usd }).toEqual({ cost_usd: '0.00085', low_usd: '0.00068', high_usd: '0.00102' })
    expect(rest).toEqual({
      model: 'openai:gpt-5',
      calls: 4,
      unpriced_calls: 0,
      estimated: true,
      as_it_was: { cost_usd: '7.3', calls: 4, unpriced_calls: 1 },
    })
  })

  test('are those of the calls that the filters name', async () => {
    const of = async (filter: string) => (await elsewhere(`${RANGE}&model=openai:gpt-5&${filter}`)).as_it_was
    expect(await of('of_model=demo:one')).toEqual({ cost_usd: '7.3', calls: 3, unpriced_calls: 0 })
    expect(await of(`session=${owner.id}&of_model=demo:one`)).toEqual({ cost_usd: '0.3', calls: 2, unpriced_calls: 0 })
    expect(await of('provider=nobody')).toMatchObject({ calls: 0 })
    const { calls, cost_usd } = await elsewhere(`${RANGE}&model=openai:gpt-5&session=${others.id}`)
    expect({ calls, cost_usd }).toEqual({ calls: 1, cost_usd: '0.0002125' })
  })

  test('have no cost with a model that has no price', async () => {
    expect(await elsewhere(`${RANGE}&model=demo:nobody`)).toMatchObject({ cost_usd: null, calls: 4, unpriced_calls: 4 })
  })

  test('are told of every model that can be asked and has a price', async () => {
    const { models } = await elsewhere(RANGE)
    expect(models.length).toBeGreaterThan(0)
    expect(models.every(({ model }: { model: string }) => model.startsWith('demo:'))).toBe(true)
  })
})

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>

const askOf =
  (handler: Handler, path: string) =>
  (query: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost/api/admin/usage/${path}?${query}`, {
      headers: { host: 'localhost', ...headers },
    })
    return handler(request, { params: Promise.resolve({}) })
  }

describe('writes to a cache that nothing has read', () => {
  const ask = askOf(readUnread, 'cache-writes')
  const june = 'from=2026-06-01&to=2026-06-02'
  beforeAll(async () => {
    const written = (tokens: number, read = 0) => ({
      model_asked: 'demo:cache',
      model_served: 'demo:cache',
      usage: { input_tokens: 1, output_tokens: 1, cached_input_tokens: read, cache_creation_input_tokens: tokens },
    })
    const at = (minute: number) => ({ started_at: `2026-06-01T10:0${minute}:00.000000Z` })
    await installation.store.commit({
      session_id: owner.id,
      llm_calls: [
        llmCallOf(owner, { ...written(100), ...at(1), cache_write_premium_usd: '0.5' }),
        llmCallOf(owner, { ...written(20, 100), ...at(2), cache_write_premium_usd: '0.000000000001' }),
        llmCallOf(owner, { ...written(3), ...at(3), cache_write_premium_usd: null }),
      ],
    })
  })

  test('are counted until they are, with what they cost above ordinary input', async () => {
    const { rows, totals } = await (await ask(`${june}&group_by=model`)).json()
    expect(totals).toEqual({ writes: 2, tokens: 23, premium_usd: '0.000000000001', unpriced_writes: 1 })
    expect(rows).toEqual([{ key: 'demo:cache', ...totals }])
  })

  test('are those that the filters name, and none where there are none', async () => {
    expect((await (await ask(`${june}&user=somebody`)).json()).totals).toMatchObject({ writes: 0, premium_usd: '0' })
    expect((await (await ask(`${june}&session=${owner.id}`)).json()).totals).toMatchObject({ writes: 2 })
    expect((await ask(`${june}&group_by=tool`)).status).toBe(400)
  })
})

describe('what routing decided', () => {
  const ask = askOf(readRoutes, 'routing')
  const may = 'from=2026-05-01&to=2026-05-02'
  beforeAll(async () => {
    const decided = (chain: ChainLink[]) =>
      eventOf(
        owner,
        'route.decided',
        { chosen_model: null, mode: null, reason: '', estimated_input_tokens: 0, chain },
        { timestamp: '2026-05-01T23:59:59.000000Z' },
      )
    const reason = ''
    const refused = {
      policy: 'manual_sticky',
      verdict: 'rejected',
      model: '=1+1',
      rejection: 'no_vision_support',
    } as const
    await installation.store.commit({
      session_id: owner.id,
      events: [
        decided([
          { policy: 'rule', verdict: 'not_applicable', reason },
          { ...refused, reason },
        ]),
        decided([{ policy: 'rule', verdict: 'not_applicable', reason }]),
      ],
    })
  })

  test('is told by slot, verdict, model and reason, also as a table in which nothing is a formula', async () => {
    const { rows } = await (await ask(may)).json()
    expect(rows).toEqual([
      { policy: 'rule', verdict: 'not_applicable', model: null, rejection: null, decisions: 2 },
      { policy: 'manual_sticky', verdict: 'rejected', model: '=1+1', rejection: 'no_vision_support', decisions: 1 },
    ])
    const response = await ask(may, { accept: 'text/csv' })
    expect(response.headers.get('content-disposition')).toContain('routing-2026-05-01-2026-05-02.csv')
    expect((await response.text()).replace('\uFEFF', '')).toBe(
      "policy,verdict,model,rejection,decisions\r\nrule,not_applicable,,,2\r\nmanual_sticky,rejected,'=1+1,no_vision_support,1\r\n",
    )
  })

  test('is that of one model, and of no other time', async () => {
    expect((await (await ask(`${may}&model=%3D1%2B1`)).json()).rows).toHaveLength(1)
    expect((await (await ask('from=2026-05-02&to=2026-05-03')).json()).rows).toEqual([])
  })
})

describe('what a provider says that it billed', () => {
  test('stands beside our own bill, with the rate that explains the difference', async () => {
    const model = { model_asked: 'openai:gpt-5', model_served: 'openai:gpt-5', pricing_version: '2026-11-21' }
    const usage = { input_tokens: 1_000, output_tokens: 100, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
    const at = (second: number) => ({ started_at: `2026-07-01T10:00:0${second}.000000Z` })
    // $1.25 and $10 a million; they say $1.25 and $12.
    await installation.store.commit({
      session_id: owner.id,
      llm_calls: [
        llmCallOf(owner, { ...model, ...at(1), usage: { ...usage, billed_usd: '0.00245' }, cost_usd: '0.00225' }),
        llmCallOf(owner, {
          ...model,
          ...at(2),
          usage: { ...usage, output_tokens: 200, billed_usd: '0.00365' },
          cost_usd: '0.00325',
        }),
        llmCallOf(owner, { ...model, ...at(3), usage, cost_usd: '9' }),
      ],
    })
    const report = await (await askOf(readDrift, 'drift')('from=2026-07-01&to=2026-07-02')).json()
    expect(report).toMatchObject({ calls: 2, looked_at: 2 })
    expect(report.drifts).toEqual([
      {
        model: 'openai:gpt-5',
        pricing_version: '2026-11-21',
        price_of: 'openai:gpt-5',
        condition: null,
        calls: 2,
        agreeing_calls: 0,
        cost_usd: '0.0055',
        provider_usd: '0.0061',
        difference_usd: '0.0006',
        difference_percent: '10.9091',
        still_holds: true,
        explanations: [{ kind: 'rate', bucket: 'output', per: 1_000_000, from_usd: '10.00', to_usd: '12' }],
      },
    ])
  })
})

describe('the metrics', () => {
  test('have all that was ever counted by model, without a cost where there is no price', async () => {
    const request = new Request('http://localhost/api/metrics', { headers: { host: 'localhost' } })
    const response = await readMetrics(request, { params: Promise.resolve({}) })
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = (await response.text()).split('\n')
    expect(lines).toContain('metis_info{version="test"} 1')
    expect(lines).toContain('metis_calls_total{model="demo:one"} 3')
    expect(lines).toContain('metis_cost_usd_total{model="demo:one"} 7.3')
    expect(lines).toContain('metis_unpriced_calls_total{model="demo:two"} 1')
    expect(lines).toContain('metis_tokens_total{model="demo:two",kind="output"} 20')
    expect(lines.filter((line) => line.startsWith('metis_cost_usd_total{model="demo:two"}'))).toEqual([])
  })
})
