import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GET as readElsewhere } from '#app/api/admin/usage/elsewhere/route.ts'
import { GET as readUsage } from '#app/api/admin/usage/route.ts'
import { GET as readMetrics } from '#app/api/metrics/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { llmCallOf, session } from '#test/support/session-builder.ts'

// The package only exists inside the framework, where it refuses to be bundled for a browser.
vi.mock('server-only', () => ({}))

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
