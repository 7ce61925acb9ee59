import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { answering, drain, instantTiming, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { user } from '#test/support/message-builder.ts'
import { closedPort, wireServer } from '#test/support/wire-server.ts'

describe('an error whose body breaks off', () => {
  const body = JSON.stringify({ error: { message: 'Sorry.', code: 'context_length_exceeded' } })

  test.each(['drop', 'stall'] as const)(
    'keeps the words that came: %s',
    async (end) => {
      const server = await wireServer(() => ({ status: 400, chunks: [body], end }))
      const { adapter } = testAdapter({ type: 'openai', base_url: server.url, max_retries: 0 })
      const { error } = await drain(adapter.stream(requestFor('openai')))
      expect(error).toMatchObject({ error_class: 'context_overflow', provider_message: 'Sorry.' })
    },
    10_000,
  )
})

describe('a cancel while a retry is waited for', () => {
  const question = user('word '.repeat(1_000))

  async function cancelledWhileWaiting(config: { fetch?: typeof fetch; base_url?: string }) {
    const sleeping = Promise.withResolvers<void>()
    const timing = {
      ...instantTiming(),
      sleep: (_ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true })
          sleeping.resolve()
        }),
    }
    const { adapter } = testAdapter({ type: 'openai', ...config }, timing)
    const draining = drain(adapter.stream(requestFor('openai', { messages: [question] })))
    await sleeping.promise
    await adapter.cancel('req_1')
    const { complete } = await draining
    expect(complete).toMatchObject({ stop_reason: 'cancelled' })
    return complete?.usage
  }

  const NOTHING = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }

  test('costs nothing where the request was refused', async () => {
    expect(await cancelledWhileWaiting({ fetch: answering('{}', { status: 429 }) })).toEqual(NOTHING)
  })

  test('costs nothing where it never arrived', async () => {
    const base_url = `http://127.0.0.1:${await closedPort()}`
    expect(await cancelledWhileWaiting({ fetch, base_url })).toEqual(NOTHING)
  })

  test('may cost where an answer broke off, also if the next attempt was refused', async () => {
    const broken = await cancelledWhileWaiting({ fetch: answering('data: {"choices":[]}\n\n') })
    expect(broken).toMatchObject({ estimated: true })
    expect(broken?.input_tokens).toBeGreaterThan(900)
  })
})

describe('an answer that is cut off', () => {
  const frame = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`
  const words = 'word '.repeat(300)
  const streams: [AdapterType, string][] = [
    [
      'openai',
      frame({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 1 } }) +
        frame({ choices: [{ index: 0, delta: { content: words } }] }),
    ],
    [
      'anthropic',
      frame({ type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } }) +
        frame({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } }),
    ],
  ]

  test.each(streams)('is counted by what arrived, where the wire’s count stopped short: %s', async (type, stream) => {
    const { adapter } = testAdapter({ type, fetch: answering(stream) })
    const { complete } = await drain(adapter.stream(requestFor(type)))
    expect(complete?.usage).toMatchObject({ input_tokens: 10, output_tokens: 300, estimated: true })
  })
})
