import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { AdapterError, CancelledError, InvalidRequestError, NetworkError } from '#lib/canonical/error.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES } from '#test/support/message-builder.ts'
import { closedPort, wireServer } from '#test/support/wire-server.ts'
import { ADAPTERS, EVERYTHING } from './wire/wire-author.ts'

const CALCULATOR: ToolDefinition = {
  name: 'calculator',
  description: 'Computes.',
  input_schema: { type: 'object', properties: {} },
  side_effects: 'none',
  requires_workspace: false,
}

describe.each(ADAPTERS)('the life of a request through %s', (type, author) => {
  const frames = author.stream(EVERYTHING)
  const encoder = new TextEncoder()
  const pieces = frames.map((frame) => encoder.encode(frame))
  const whole = () => drain(testAdapter({ type, fetch: answering(pieces) }).adapter.stream(requestFor(type)))

  /** Never answers, and notes that it was let go. */
  const silent = () => {
    const aborted = vi.fn()
    const fetch = vi.fn<typeof globalThis.fetch>(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            aborted()
            reject(init.signal?.reason)
          })
        }),
    )
    return { fetch, aborted }
  }

  describe.each([
    ['one byte chunk per event', pieces],
    ['all in one chunk', [encoder.encode(frames.join(''))]],
  ] as const)('cancelled at any event, %s', (_case, chunks) => {
    test.each(['cancel()', 'the signal'] as const)(
      'by %s: the stream ends normally with what had come',
      async (way) => {
        const total = (await whole()).events.length
        for (let at = 1; at < total; at += 1) {
          const controller = new AbortController()
          const { adapter } = testAdapter({ type, fetch: answering(chunks) })
          const request = requestFor(type, { signal: controller.signal })
          const { events, complete, error } = await drain(adapter.stream(request), async (_event, count) => {
            if (count !== at) return
            if (way === 'the signal') controller.abort()
            else expect(await adapter.cancel(request.request_id)).toBe(true)
          })
          expect(error).toBeUndefined()
          expect(complete?.stop_reason).toBe('cancelled')
          const folded = events.slice(0, -1).reduce(fold, EMPTY_DRAFT)
          expect(draftContent(folded)).toEqual(complete?.final_content)
          expect(await adapter.cancel(request.request_id)).toBe(false)
          expect(getEventListeners(controller.signal, 'abort')).toEqual([])
        }
      },
    )
  })

  test.skipIf(author.wholeCalls)('a call that a cancel cuts off ends with {} and its raw text', async () => {
    const { adapter } = testAdapter({ type, fetch: answering(pieces) })
    const { events, complete } = await drain(adapter.stream(requestFor(type)), async (event) => {
      if (event.type === 'tool.use_input_delta') await adapter.cancel('req_1')
    })
    expect(events.at(-2)).toMatchObject({ type: 'tool.use_end', final_input: {}, raw_input: '{"a": ' })
    expect(complete?.final_content.at(-1)).toMatchObject({ input: {}, raw_input: '{"a": ' })
  })

  test('a cancel before the first byte gives an empty cancelled message, and lets the connection go', async () => {
    const { fetch, aborted } = silent()
    const { adapter } = testAdapter({ type, fetch })
    const draining = drain(adapter.stream(requestFor(type)))
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    expect(await adapter.cancel('req_1')).toBe(true)
    const { events, complete, error } = await draining
    expect(error).toBeUndefined()
    expect(events.map((event) => event.type)).toEqual(['message.start', 'message.complete'])
    expect(complete).toMatchObject({ stop_reason: 'cancelled', final_content: [] })
    expect(aborted).toHaveBeenCalledOnce()
  })

  test('a cancel between the first bytes and the first piece of the answer gives an empty cancelled message', async () => {
    const server = await wireServer(() => ({ chunks: frames.slice(0, 1), end: 'stall' }))
    const { adapter } = testAdapter({ type, base_url: server.url })
    const draining = drain(adapter.stream(requestFor(type)))
    await vi.waitFor(() => expect(server.requests).toHaveLength(1))
    await adapter.cancel('req_1')
    expect((await draining).complete).toMatchObject({ stop_reason: 'cancelled', final_content: [] })
  })

  test('a request whose signal is aborted already is never sent, and costs nothing', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const { adapter } = testAdapter({ type, fetch })
    const { complete } = await drain(adapter.stream(requestFor(type, { signal: AbortSignal.abort() })))
    expect(complete).toMatchObject({ stop_reason: 'cancelled', usage: { input_tokens: 0, output_tokens: 0 } })
    expect(fetch).not.toHaveBeenCalled()
  })

  test('a cancel while a retry is waited for ends the request', async () => {
    const sleeping = Promise.withResolvers<void>()
    const timing = {
      waits: [],
      random: () => 0,
      sleep: (_ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true })
          sleeping.resolve()
        }),
    }
    const { adapter } = testAdapter({ type, fetch: answering(author.errorBody('busy'), { status: 503 }) }, timing)
    const draining = drain(adapter.stream(requestFor(type)))
    await sleeping.promise
    await adapter.cancel('req_1')
    expect((await draining).complete).toMatchObject({ stop_reason: 'cancelled' })
  })

  test('a cancelled complete() throws CancelledError', async () => {
    const { fetch } = silent()
    const { adapter } = testAdapter({ type, fetch })
    const completing = adapter.complete(requestFor(type))
    await adapter.cancel('req_1')
    await expect(completing).rejects.toBeInstanceOf(CancelledError)
    await expect(adapter.complete(requestFor(type, { signal: AbortSignal.abort() }))).rejects.toBeInstanceOf(
      CancelledError,
    )
  })

  test.each([
    { what: 'no tools', tools: [], streams: false, waits: '0.05' },
    { what: 'tools, whose calls come in pieces', tools: [CALCULATOR], streams: true, waits: '0.05' },
    { what: 'tools, whose calls come whole', tools: [CALCULATOR], streams: false, waits: '0.2' },
  ])('a host may be silent in an answer with $what for $waits s', async ({ tools, streams, waits }) => {
    const begun = async () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(pieces[0]) }), {
        headers: { 'content-type': type === 'ollama' ? 'application/x-ndjson' : 'text/event-stream' },
      })
    const { adapter } = testAdapter({
      type,
      fetch: begun,
      max_retries: 0,
      timeout_seconds: 0.2,
      idle_timeout_seconds: 0.05,
      capabilities: () => ({ ...ALL_CAPABILITIES, supports_streaming_tool_calls: streams }),
    })
    expect((await drain(adapter.stream(requestFor(type, { tools })))).error).toMatchObject({
      provider_message: `nothing arrived for ${waits} s`,
    })
  })

  test('a consumer that leaves early closes the connection and leaves nothing running', async () => {
    const server = await wireServer(() => ({ chunks: frames.slice(0, 4), end: 'stall' }))
    const { adapter } = testAdapter({ type, base_url: server.url })
    for await (const event of adapter.stream(requestFor(type))) if (event.type !== 'message.start') break
    await vi.waitFor(() => expect(server.aborted).toBe(1))
    expect(await adapter.cancel('req_1')).toBe(false)
  })

  test('a consumer that leaves while it waits does not have to wait', async () => {
    const server = await wireServer(() => ({ chunks: frames.slice(0, 4), end: 'stall' }))
    const { adapter } = testAdapter({ type, base_url: server.url })
    const iterator = adapter.stream(requestFor(type))[Symbol.asyncIterator]()
    const pending: Promise<unknown>[] = []
    for (let count = 0; count < 20; count += 1) pending.push(iterator.next())
    await vi.waitFor(() => expect(server.requests).toHaveLength(1))
    await pending[1]
    await iterator.return?.()
    await Promise.all(pending)
    await vi.waitFor(() => expect(server.aborted).toBe(1))
    expect(await adapter.cancel('req_1')).toBe(false)
  })

  test('a cancel may be repeated', async () => {
    const { fetch } = silent()
    const { adapter } = testAdapter({ type, fetch })
    const draining = drain(adapter.stream(requestFor(type)))
    expect([await adapter.cancel('req_1'), await adapter.cancel('req_1')]).toEqual([true, true])
    await draining
    expect(await adapter.cancel('req_1')).toBe(false)
    expect(await adapter.cancel('never heard of')).toBe(false)
  })

  test('close() ends what runs and refuses what comes later', async () => {
    const { fetch } = silent()
    const { adapter } = testAdapter({ type, fetch })
    const draining = drain(adapter.stream(requestFor(type)))
    const completing = adapter.complete(requestFor(type, { request_id: 'req_2' }))
    await adapter.close()
    await adapter.close()
    expect((await draining).complete).toMatchObject({ stop_reason: 'cancelled' })
    await expect(completing).rejects.toBeInstanceOf(CancelledError)
    await expect(adapter.complete(requestFor(type))).rejects.toThrow('is closed')
    const { events, error } = await drain(adapter.stream(requestFor(type)))
    expect([events, error]).toEqual([[], expect.any(AdapterError)])
  })

  test('an id that is running already is refused, and the first request is not disturbed', async () => {
    const { adapter } = testAdapter({ type, fetch: answering(pieces) })
    const stream = adapter.stream(requestFor(type))[Symbol.asyncIterator]()
    await stream.next()
    const second = await drain(adapter.stream(requestFor(type)))
    expect(second.error).toBeInstanceOf(InvalidRequestError)
    expect(second.events).toEqual([])
    let last: unknown
    for (let step = await stream.next(); !step.done; step = await stream.next()) last = step.value
    expect(last).toMatchObject({ type: 'message.complete', stop_reason: 'tool_use' })
    const third = await drain(adapter.stream(requestFor(type)))
    expect(third.error).toBeUndefined()
  })

  test.each(['drop', 'end', 'stall'] as const)(
    'a connection that %ss after any frame loses nothing that came',
    async (how) => {
      const complete = (await whole()).complete?.final_content ?? []
      for (let at = 0; at < frames.length - 1; at += how === 'stall' ? 4 : 1) {
        const server = await wireServer(() => ({ chunks: frames.slice(0, at), end: how === 'end' ? 'normal' : how }))
        const { adapter } = testAdapter({
          type,
          base_url: server.url,
          max_retries: 0,
          idle_timeout_seconds: how === 'stall' ? 0.05 : 5,
        })
        const outcome = await drain(adapter.stream(requestFor(type)))
        // From here on the wire has said that the answer is over; only trailing figures may be missing.
        if (outcome.error === undefined) {
          expect(outcome.complete).toMatchObject({ final_content: complete, stop_reason: 'tool_use' })
          expect(at).toBeGreaterThan(frames.length - 4)
          continue
        }
        // An empty body is an answer that is none.
        const expected = at === 0 && how === 'end' ? AdapterError : NetworkError
        expect(outcome.error).toBeInstanceOf(expected)
        if (outcome.events.length === 0) continue
        expect(outcome.complete?.stop_reason).toBe('error')
        const folded = outcome.events.slice(0, -1).reduce(fold, EMPTY_DRAFT)
        expect(draftContent(folded)).toEqual(outcome.complete?.final_content)
      }
    },
  )

  test('a connection that breaks before anything was shown is tried again', async () => {
    const server = await wireServer((_request, count) =>
      count === 1 ? { chunks: frames.slice(0, 1), end: 'drop' } : { chunks: frames },
    )
    const { adapter } = testAdapter({ type, base_url: server.url })
    const { events, error } = await drain(adapter.stream(requestFor(type)))
    expect([error, server.requests.length]).toEqual([undefined, 2])
    expect(events.filter((event) => event.type === 'message.start')).toHaveLength(1)
  })

  test('complete() shows nothing before its end, and is tried again whenever the connection breaks', async () => {
    const body = author.whole(EVERYTHING)
    const server = await wireServer((_request, count) =>
      count === 1 ? { chunks: [body.slice(0, 60)], end: 'drop' } : { chunks: [body] },
    )
    const { adapter } = testAdapter({ type, base_url: server.url })
    expect(await adapter.complete(requestFor(type))).toMatchObject({ stop_reason: 'tool_use' })
    expect(server.requests).toHaveLength(2)
  })

  test('a server that is not there is a network error that says so', async () => {
    const { adapter, timing } = testAdapter({ type, base_url: `http://127.0.0.1:${await closedPort()}` })
    const { events, error } = await drain(adapter.stream(requestFor(type)))
    expect(events).toEqual([])
    expect(error).toMatchObject({ error_class: 'network', retryable: true })
    expect(String(error)).toContain('nothing listens at that address')
    expect(timing.waits).toHaveLength(2)
  })

  test('headers that do not come in time are a network error', async () => {
    const { fetch } = silent()
    const { adapter } = testAdapter({ type, fetch, timeout_seconds: 0.02, max_retries: 0 })
    expect((await drain(adapter.stream(requestFor(type)))).error).toMatchObject({ error_class: 'network' })
  })

  test('a connection that stays open after the answer does not hold the answer back for long', async () => {
    const server = await wireServer(() => ({ chunks: frames, end: 'stall' }))
    const { adapter } = testAdapter({ type, base_url: server.url })
    const { complete, error } = await drain(adapter.stream(requestFor(type)))
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ stop_reason: 'tool_use' })
  })

  test('a connection that breaks after the answer does not spoil it', async () => {
    const server = await wireServer(() => ({ chunks: frames, end: 'drop' }))
    const { adapter } = testAdapter({ type, base_url: server.url })
    expect(await drain(adapter.stream(requestFor(type)))).toMatchObject({
      error: undefined,
      complete: { stop_reason: 'tool_use' },
    })
  })
})
