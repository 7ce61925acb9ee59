import { describe, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { type Attempt, type InvocationSink, invoke } from '#lib/turn/invoke.ts'
import { SHIPPED_BOOK } from '#test/support/prices.ts'
import { completeOf, delta, keylessModel, NOTHING_USED, scriptedModel } from '#test/support/scripted-model.ts'
import { messageOf, NOON } from '#test/support/session-builder.ts'

// A test call: a model, a question and a sink. There is no session, no store and nobody who watches.

const demo = createDemoFetch({ delay: async () => {} })

function models(upstream: typeof fetch = demo, isConfigured = true) {
  const adapter = createAdapter(
    { type: 'anthropic', name: 'demo', base_url: 'http://demo.invalid', fetch: upstream, max_retries: 1 },
    { sleep: async () => {}, random: () => 0 },
  )
  const adapterOf = (id: string) => (isConfigured && id === 'demo:anthropic' ? adapter : null)
  return new ModelDirectory({ providers: [{ name: 'demo', adapterOf }], prices: SHIPPED_BOOK, preferred: null })
}

function recording() {
  const begun: Attempt[] = []
  const failed: { last: Attempt; delay_ms: number }[] = []
  let text = ''
  const sink: InvocationSink = {
    async begun(attempt) {
      begun.push(attempt)
    },
    retried(last, delay_ms, next) {
      failed.push({ last, delay_ms })
      begun.push(next)
    },
    projected() {},
    event(event) {
      if (event.type === 'text.delta') text += event.text
      return undefined
    },
    content: () => [{ type: 'text', text }],
  }
  return { sink, begun, failed, text: () => text }
}

async function call(
  directory: ModelDirectory,
  sink: InvocationSink,
  signal?: AbortSignal,
  model = directory.find('demo:anthropic'),
) {
  if (!model) throw new Error('the demo is not listed')
  return invoke(
    {
      model,
      models: directory,
      timestamp: () => NOON,
      prepare: async (request) => request,
      request: {
        request_id: 'request_1',
        session_id: '',
        messages: [messageOf({ id: '' }, { content: [{ type: 'text', text: 'hello' }] })],
        tools: [],
        system_prompt: null,
        model: model.id,
        max_output_tokens: 1_000,
        ...(signal && { signal }),
      },
    },
    sink,
  )
}

test('a call that is no part of a chat has an answer, what it costs, and a record of each attempt', async () => {
  const { sink, begun, text } = recording()
  const { complete, cost, error, attempt } = await call(models(), sink)
  expect(error).toBeNull()
  expect(complete.final_content).toEqual([{ type: 'text', text: text() }])
  expect(cost.cost_usd).toMatch(/^0\.\d+$/)
  expect(begun).toEqual([
    {
      id: attempt.id,
      request_id: 'request_1',
      attempt: 1,
      started_at: NOON,
      model_asked: 'demo:anthropic',
      model_served: null,
      provider: 'demo',
      outcome: 'running',
      usage: null,
      cost_usd: null,
      pricing_version: null,
      cost_state: null,
      cache_saved_usd: null,
      cache_write_premium_usd: null,
      by_own_server: null,
      latency_ms: null,
      time_to_first_token_ms: null,
      tools: [],
      stop_reason: null,
      error_class: null,
      provider_status: null,
      exchange: null,
    },
  ])
  expect(attempt).toEqual({
    ...begun[0],
    outcome: 'completed',
    model_served: 'demo:anthropic',
    usage: complete.usage,
    ...cost,
    cost_state: 'exact',
    // What it wrote to the cache costs a quarter more than reading it would have.
    cache_saved_usd: '-0.00000825',
    cache_write_premium_usd: '0.00000825',
    by_own_server: false,
    latency_ms: complete.latency_ms,
    time_to_first_token_ms: complete.time_to_first_token_ms,
    stop_reason: 'end_turn',
    exchange: {
      request: expect.objectContaining({ bytes: expect.any(Number) }),
      response_headers: { 'request-id': expect.any(String) },
    },
  })
})

test('a retry is an attempt of its own, and the one before says why it failed', async () => {
  let answered = 0
  const upstream: typeof fetch = async (...request) => {
    answered += 1
    return answered === 1 ? new Response('busy', { status: 503 }) : demo(...request)
  }
  const { sink, begun, failed } = recording()
  const { attempt } = await call(models(upstream), sink)
  expect(begun.map(({ attempt: number, outcome }) => [number, outcome])).toEqual([
    [1, 'running'],
    [2, 'running'],
  ])
  expect(new Set(begun.map(({ id }) => id)).size).toBe(2)
  expect(failed.map(({ last }) => last)).toEqual([
    {
      ...begun[0],
      outcome: 'failed',
      error_class: 'server_error',
      provider_status: 503,
      // It sends the same again.
      exchange: { request: attempt.exchange?.request, response_headers: {} },
    },
  ])
  expect(attempt).toMatchObject({ id: begun[1]?.id, attempt: 2, outcome: 'completed' })
  expect(attempt.exchange?.request.bytes).toBeGreaterThan(0)
})

test('a call that is stopped keeps what is known of its usage, and its cost', async () => {
  const abort = new AbortController()
  const { sink } = recording()
  const event: InvocationSink['event'] = (each) => {
    if (each.type === 'text.delta') abort.abort()
    return sink.event(each)
  }
  const { attempt, cost, error } = await call(models(), { ...sink, event }, abort.signal)
  expect(error).toBeNull()
  expect(attempt).toMatchObject({ outcome: 'cancelled', error_class: 'cancelled', usage: { estimated: true }, ...cost })
  expect(attempt.usage?.output_tokens).toBeGreaterThan(0)
})

test.each([
  ['that nobody answers', async () => Promise.reject(new TypeError('fetch failed')), true, 'network'],
  ['to a model without a key', demo, false, 'auth'],
] as const)('a call %s used nothing that is known', async (_name, upstream, isConfigured, error_class) => {
  const { sink } = recording()
  const { attempt, error, complete } = await call(models(upstream as typeof fetch, isConfigured), sink)
  expect(error?.error_class).toBe(error_class)
  expect(complete).toMatchObject({ stop_reason: 'error', final_content: [{ type: 'text', text: '' }] })
  expect(attempt).toMatchObject({ outcome: 'failed', error_class, usage: null, cost_usd: null, model_served: null })
})

describe('what an adapter says is taken as it is', () => {
  /** A call of an adapter that gives these events, and then may break down. */
  async function scripted(events: readonly StreamEvent[], failure?: Error, sink = recording().sink) {
    const model = scriptedModel(async function* () {
      yield* events
      if (failure) throw failure
    })
    return call(models(), sink, undefined, model)
  }

  test('its tools are those that it called, ours and the provider’s, each once', async () => {
    const own = (id: string) => ({ type: 'tool_use' as const, id, name: 'calculator', input: {} })
    const search = {
      type: 'hosted_tool',
      tool: 'web_search',
      name: 'web_search_2',
      input: {},
      status: 'completed',
    } as const
    const usage = { ...NOTHING_USED, input_tokens: 1, tool_uses: { web_search: 2, web_fetch: 1 } }
    const { attempt } = await scripted([completeOf({ final_content: [own('tu_1'), search, own('tu_2')], usage })])
    expect(attempt.tools).toEqual(['calculator', 'web_search', 'web_fetch'])
  })

  test('an answer is known of even where nothing was counted', async () => {
    const { attempt } = await scripted([completeOf()])
    expect(attempt).toMatchObject({ outcome: 'completed', model_served: 'demo:anthropic', usage: NOTHING_USED })
  })

  test.each(['input_tokens', 'output_tokens', 'cached_input_tokens', 'cache_creation_input_tokens'] as const)(
    'a stopped call is known of where there are only %s',
    async (counter) => {
      const usage = { ...NOTHING_USED, [counter]: 5 }
      const { attempt } = await scripted([completeOf({ stop_reason: 'cancelled', usage })])
      expect(attempt).toMatchObject({ outcome: 'cancelled', model_served: 'demo:anthropic', usage })
    },
  )

  test('one that ends without an answer failed, with what it had shown', async () => {
    const { complete, error, attempt } = await scripted([delta('Hel'), delta('lo')])
    const nothing = { stop_reason: 'error', latency_ms: 0, time_to_first_token_ms: null } as const
    expect(complete).toEqual(completeOf({ ...nothing, final_content: [{ type: 'text', text: 'Hello' }] }))
    expect(error).toMatchObject({
      error_class: 'other',
      message: 'the adapter ended without an answer',
      request_id: 'request_1',
    })
    expect(attempt).toMatchObject({ outcome: 'failed', provider: 'scripted', error_class: 'other' })
  })

  test('one that breaks down in mid-answer failed with its words, and with what it had shown', async () => {
    const failure = new RangeError('out of range')
    const { complete, error } = await scripted([delta('Hel')], failure)
    const nothing = { stop_reason: 'error', latency_ms: 0, time_to_first_token_ms: null } as const
    expect(complete).toEqual(completeOf({ ...nothing, final_content: [{ type: 'text', text: 'Hel' }] }))
    expect(error).toMatchObject({ error_class: 'other', message: 'out of range', request_id: 'request_1' })
    expect(error?.cause).toBe(failure)
  })

  test('each event waits until the one before is shown, where that takes time', async () => {
    const told: string[] = []
    const sink: InvocationSink = {
      ...recording().sink,
      async event({ type }) {
        told.push(`${type} comes`)
        await new Promise(setImmediate)
        told.push(`${type} is shown`)
      },
    }
    await scripted([delta('Hi'), completeOf()], undefined, sink)
    expect(told).toEqual([
      'text.delta comes',
      'text.delta is shown',
      'message.complete comes',
      'message.complete is shown',
    ])
  })
})

test('a call to a model without a key names the model, and no provider', async () => {
  const { sink } = recording()
  const { complete, error, attempt } = await call(models(), sink, undefined, keylessModel())
  expect(error).toMatchObject({
    error_class: 'auth',
    message: 'demo:anthropic is not configured',
    request_id: 'request_1',
  })
  expect([attempt.provider, complete.provider]).toEqual(['', ''])
})
