import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET } from '#app/api/sessions/[id]/next-cost/route.ts'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { ANSWERED, chain, llmCallOf, messageOf, session, turnOf } from '#test/support/session-builder.ts'

type Answer = AnswerOf<EndpointOf<'/api/sessions/{id}/next-cost', 'GET'>>

const SONNET = 'anthropic:claude-sonnet-4-6'
const GPT = 'openai:gpt-5'

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-next-cost-'))
  const env = readEnv({
    METIS_DATA_DIR: folder,
    METIS_LOG_LEVEL: 'error',
    ANTHROPIC_API_KEY: 'k',
    OPENAI_API_KEY: 'k',
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

const ask = (id: string, query = '') => askRoute(GET, 'GET', { params: { id }, query })

async function costsOf({ id }: Session, query = ''): Promise<Answer> {
  const { status, body } = await ask(id, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const minutesAgo = (minutes: number) => formatTimestamp((Date.now() - minutes * 60_000) * 1_000)
const none = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const idsOf = ({ models }: Answer) => models.map(({ model, chosen }) => [model, chosen])

/** A chat in which that was said. */
async function chat(fields: Partial<Session> = {}, said: (owner: Session) => Message[] = () => []): Promise<Session> {
  const owner = session({ active_model: SONNET, ...fields })
  const messages = said(owner)
  await installation.store.createSession(owner, [])
  await installation.store.commit({
    session_id: owner.id,
    messages: chain(messages),
    patch: { head_id: messages.at(-1)?.id ?? null },
  })
  return owner
}

/** An answer of that model, of which its provider counted so much. */
function answer(owner: Session, model: string, minutes: number, counted: Partial<TokenUsage>): Message {
  const usage = { ...none, cost_usd: null, pricing_version: null, latency_ms: 1, ...counted }
  const routing = { mode: 'manual' as const, chosen_model: model, reason: '', alternatives_considered: [] }
  const metadata = { ...ANSWERED, model, routing, usage, status: 'complete' as const }
  return messageOf(owner, { role: 'assistant', created_at: minutesAgo(minutes), metadata })
}

/** That many turns, each of a call that wrote so much. */
async function turns(owner: Session, count: number, model: string, output_tokens: number) {
  for (let n = 0; n < count; n++) {
    const turn = turnOf(messageOf(owner))
    const usage = { ...none, input_tokens: 100, output_tokens }
    const asked = { model_asked: model, model_served: model, started_at: minutesAgo(60 + n) }
    await installation.store.commit({
      session_id: owner.id,
      turn: { type: 'start', turn, lease: { owner: 'me', ms: 1 } },
      llm_calls: [llmCallOf(owner, { turn_id: turn.id, usage, ...asked })],
    })
    const ended_at = minutesAgo(60)
    await installation.store.commit({
      session_id: owner.id,
      turn: { type: 'end', id: turn.id, state: 'completed', ended_at },
    })
  }
}

describe('the cost of the next message of a chat', () => {
  test('is that of what can be in the cache, and of what was said since as it would be written there', async () => {
    const counted = { input_tokens: 3, cached_input_tokens: 9_000, cache_creation_input_tokens: 2_997 }
    const owner = await chat({}, (owner) => [messageOf(owner), answer(owner, SONNET, 1, counted)])
    const { models } = await costsOf(owner, `?models=${SONNET}`)
    const [cost] = models
    const tokens = cost?.input_tokens ?? 0
    // What the provider counted, and our count of one word and of the empty message.
    expect(tokens - 12_000).toBeGreaterThan(0)
    expect(tokens - 12_000).toBeLessThan(20)
    const fresh = tokens - 11_997
    expect(cost).toMatchObject({ chosen: 'asked', state: 'estimated', price_of: SONNET, free: false })
    expect(cost?.lines).toMatchObject([
      { bucket: 'cached_read', tokens: 11_997, rate_per_mtok_usd: '0.30', usd: '0.0035991' },
      { bucket: 'cache_write', tokens: fresh, rate_per_mtok_usd: '3.75' },
    ])
    // Micro-dollars: all at 3.75 for a token.
    expect(cost?.cache).toMatchObject({ tokens: 11_997, cost_usd_after: String((tokens * 375) / 100 / 1_000_000) })
  })

  test('is of the model that rules give its folder, where nobody chose one', async () => {
    const save = (text: string) => installation.rules.save(LOCAL_OWNER, { text, note: '' })
    await save(`folders: [{ match: 'Work/*', use: '${GPT}' }]\n`)
    try {
      const owner = await chat({ active_model: null, folder: 'Work/Fish' }, (owner) => [messageOf(owner)])
      expect(idsOf(await costsOf(owner))[0]).toEqual([GPT, 'chat'])
    } finally {
      await save('')
    }
  })

  test('knows of no cache of a model that another one answered, and none once five minutes are over', async () => {
    const counted = { cached_input_tokens: 9_000, cache_creation_input_tokens: 3_000 }
    const owner = await chat({}, (owner) => [messageOf(owner), answer(owner, SONNET, 6, counted)])
    const { models } = await costsOf(owner, `?models=${SONNET},${GPT}`)
    expect(models.map(({ cache, lines }) => [cache, lines.map(({ bucket }) => bucket)])).toEqual([
      [null, ['cache_write']],
      [null, ['input']],
    ])
  })

  test('is told for the model of the chat, the two that were used most, and the cheapest that takes it', async () => {
    const owner = await chat()
    await turns(owner, 3, 'openai:gpt-5-2025-08-07', 10)
    await turns(owner, 2, 'anthropic:claude-haiku-4-5', 10)
    await turns(owner, 1, 'openai:gpt-5-mini', 10)
    const costs = await costsOf(owner)
    expect(idsOf(costs).slice(0, 3)).toEqual([
      [SONNET, 'chat'],
      [GPT, 'most_used'],
      ['anthropic:claude-haiku-4-5', 'most_used'],
    ])
    const [, , , cheapest] = costs.models
    expect(cheapest?.chosen).toBe('cheapest')
    for (const { cost_usd } of costs.models) expect(Number(cheapest?.cost_usd)).toBeLessThanOrEqual(Number(cost_usd))
    expect(costs.left_out).toEqual([])
  })

  test('has a range by the turns of this chat, or by those with the model where the chat has few', async () => {
    const [young, old] = [await chat(), await chat()]
    await turns(old, 5, SONNET, 1_000)
    const ranges = async (owner: Session) =>
      (await costsOf(owner, `?models=${SONNET},openai:gpt-4.1`)).models.map(
        ({ range }) => range && [range.of, range.turns],
      )
    expect(await ranges(old)).toEqual([
      ['chat', 5],
      ['chat', 5],
    ])
    expect(await ranges(young)).toEqual([['person', 5], null])
    const [cost] = (await costsOf(old, `?models=${SONNET}`)).models
    // 1,000 × 15 by the million, beside the input.
    expect(Number(cost?.range?.usd.low) - Number(cost?.cost_usd)).toBeCloseTo(0.015, 12)
  })

  test('is not known without a price', async () => {
    const { models } = await costsOf(await chat({ active_model: 'lab:scribe' }), '?models=lab:scribe')
    expect(models).toMatchObject([
      { cost_usd: null, state: 'unpriced', free: false, range: null, pricing_version: null },
    ])
  })

  test('says of a model that cannot take the chat why, where it was asked for, and else does not speak of it', async () => {
    const image = {
      type: 'image' as const,
      media_type: 'image/png',
      source: { kind: 'url' as const, data: 'https://example.com/a.png' },
    }
    const blind = installation.models
      .list()
      .find(({ configured, capabilities }) => configured && !capabilities.supports_images)
    const long = { input_tokens: 500_000 }
    const owner = await chat({}, (owner) => [messageOf(owner, { content: [image] }), answer(owner, GPT, 1, long)])
    const asked = await costsOf(owner, `?models=${blind?.id},${GPT}`)
    expect(asked.models).toEqual([])
    expect(asked.left_out.map(({ model, rejection }) => [model, rejection])).toEqual([
      [blind?.id, 'no_vision_support'],
      [GPT, 'exceeds_context_window'],
    ])
    const { models } = await costsOf(owner)
    expect(models).toHaveLength(4)
    const seeing = models.map(({ model }) => installation.models.find(model)?.capabilities.supports_images)
    expect(seeing).toEqual([true, true, true, true])
  })

  test('is asked for by alias as well; a name that no model has, five of them and none are refused', async () => {
    const owner = await chat()
    expect((await costsOf(owner, '?models=sonnet')).models).toHaveLength(1)
    expect((await ask(owner.id, '?models=anthropic:none-of-them,nonsense')).body.error.code).toBe('unknown_model')
    expect((await ask(owner.id, '?models=a,b,c,d,e')).body.error.code).toBe('invalid_request')
    expect((await ask(owner.id, '?models=')).body.error.code).toBe('invalid_request')
  })

  test('is nobody else’s to know', async () => {
    expect((await ask((await chat({ owner_id: 'somebody' })).id)).status).toBe(404)
    expect((await ask('nothing')).status).toBe(404)
  })
})
