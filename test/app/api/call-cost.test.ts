import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET } from '#app/api/calls/[id]/cost/route.ts'
import { GET as listCalls } from '#app/api/sessions/[id]/calls/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { llmCallOf, session } from '#test/support/session-builder.ts'

let folder: string
let installation: Installation
const owner = session()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-call-cost-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  await installation.store.createSession(owner, [])
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

async function costOf(fields: Partial<LlmCall>) {
  const model = 'openai:gpt-5'
  const billed = { model_asked: model, model_served: model, provider: 'openai', pricing_version: '2026-11-23' }
  const call = llmCallOf(owner, { started_at: '2026-11-23T12:00:00.000000Z', ...billed, ...fields })
  await installation.store.commit({ session_id: owner.id, llm_calls: [call] })
  return ask(call.id)
}

const ask = (id: string) => askRoute(GET, 'GET', { params: { id } })

const none = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const OPENAI = { source: 'https://developers.openai.com/api/docs/pricing', read_on: '2026-11-21' }

test('a cost comes with the lines that it is the sum of, with the source of each rate, and the provider’s own bill', async () => {
  const usage = { ...none, input_tokens: 6_000, output_tokens: 2_000, tool_uses: { web_search: 2 }, billed_usd: '0.05' }
  expect(await costOf({ usage, cost_usd: '0.0475' })).toEqual({
    status: 200,
    body: {
      cost_usd: '0.0475',
      pricing_version: '2026-11-23',
      state: 'exact',
      lines: [
        { bucket: 'input', tokens: 6_000, rate_per_mtok_usd: '1.25', usd: '0.0075', source: OPENAI },
        { bucket: 'output', tokens: 2_000, rate_per_mtok_usd: '10.00', usd: '0.02', source: OPENAI },
        { bucket: 'web_search', uses: 2, rate_per_1000_usd: '10', usd: '0.02', source: OPENAI },
      ],
      provider_cost_usd: '0.05',
    },
  })
})

test('a call in another tier has the rates of that tier', async () => {
  const usage = { ...none, input_tokens: 1_000_000, service_tier: 'flex' }
  const { body } = await costOf({ usage, cost_usd: '0.625' })
  expect(body.lines).toMatchObject([{ bucket: 'input', rate_per_mtok_usd: '0.625', usd: '0.625' }])
})

test('a call without a price has lines without rates', async () => {
  const usage = { ...none, input_tokens: 5, service_tier: 'scale' }
  const { body } = await costOf({ usage, cost_usd: null, pricing_version: null, cost_state: 'unpriced' })
  expect(body).toEqual({
    cost_usd: null,
    pricing_version: null,
    state: 'unpriced',
    lines: [{ bucket: 'input', tokens: 5, rate_per_mtok_usd: null, usd: null, source: null }],
  })
})

test('a cost that the present prices do not come to stays, without lines that would not add up', async () => {
  const { body } = await costOf({ usage: { ...none, input_tokens: 1_000_000 }, cost_usd: '9' })
  expect(body).toMatchObject({ cost_usd: '9', lines: [] })
})

test('a call of which nothing was counted has none, and one of somebody else is not there', async () => {
  const unseen = {
    usage: null,
    cost_usd: null,
    pricing_version: null,
    cost_state: 'unknown',
    outcome: 'interrupted',
  } as const
  expect((await costOf(unseen)).body).toEqual({ cost_usd: null, pricing_version: null, state: 'unknown', lines: [] })
  expect((await costOf({ started_by: 'somebody' })).status).toBe(404)
  expect((await ask('nothing')).status).toBe(404)
})

test('what was spent can be looked at after its chat is gone', async () => {
  const call = llmCallOf(owner, { usage: { ...none, input_tokens: 1 }, cost_usd: null, pricing_version: null })
  await installation.store.commit({ session_id: owner.id, llm_calls: [call] })
  await installation.store.deleteSession(owner.id)
  expect((await ask(call.id)).status).toBe(200)
})

describe('the calls of a chat', () => {
  async function callsOf(id: string, query = '') {
    const request = new Request(`http://localhost/api/sessions/${id}/calls${query}`, { headers: { host: 'localhost' } })
    const response = await listCalls(request, { params: Promise.resolve({ id }) })
    return { status: response.status, body: await response.json() }
  }

  test('are told in their order, and those of a turn with how their costs come about', async () => {
    const chat = session()
    await installation.store.createSession(chat, [])
    const model = { model_asked: 'openai:gpt-5', model_served: 'openai:gpt-5', provider: 'openai' }
    const usage = { ...none, input_tokens: 1_000 }
    const first = llmCallOf(chat, {
      ...model,
      turn_id: 'turn_1',
      started_at: '2026-11-23T12:00:00.000000Z',
      usage,
      cost_usd: '0.00125',
      pricing_version: '2026-11-23',
    })
    const failed = { usage: null, cost_usd: null, pricing_version: null, cost_state: 'unknown' } as const
    const second = llmCallOf(chat, {
      ...model,
      ...failed,
      turn_id: 'turn_2',
      model_served: null,
      outcome: 'failed',
      error_class: 'network',
      started_at: '2026-11-23T12:01:00.000000Z',
    })
    await installation.store.commit({ session_id: chat.id, llm_calls: [second, first] })
    const { status, body } = await callsOf(chat.id)
    expect(status).toBe(200)
    expect(body.calls).toMatchObject([
      { id: first.id, turn_id: 'turn_1', model: 'openai:gpt-5', tokens: usage, cost_usd: '0.00125', state: 'exact' },
      {
        id: second.id,
        turn_id: 'turn_2',
        model: 'openai:gpt-5',
        tokens: null,
        cost_usd: null,
        state: 'unknown',
        error_class: 'network',
      },
    ])
    expect(body.calls[0].cost).toBeUndefined()
    const ofTurn = await callsOf(chat.id, '?turn_id=turn_1')
    expect(ofTurn.body.calls).toHaveLength(1)
    expect(ofTurn.body.calls[0].cost).toMatchObject({
      cost_usd: '0.00125',
      lines: [{ bucket: 'input', tokens: 1_000, rate_per_mtok_usd: '1.25', usd: '0.00125' }],
    })
    const other = session()
    await installation.store.createSession(other, [])
    expect((await callsOf(other.id, '?turn_id=turn_1')).body.calls).toEqual([])
  })

  test('are nobody else’s', async () => {
    const others = session({ owner_id: 'somebody' })
    await installation.store.createSession(others, [])
    expect((await callsOf(others.id)).status).toBe(404)
    expect((await callsOf(others.id, '?turn_id=turn_1')).status).toBe(404)
  })
})
