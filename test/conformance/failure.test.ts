import { describe, expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { AuthError, InvalidRequestError, RateLimitError, ServerError } from '#lib/canonical/error.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { answering, drain, instantTiming, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, user } from '#test/support/message-builder.ts'
import { wireServer } from '#test/support/wire-server.ts'
import { ADAPTERS, EVERYTHING } from './wire/wire-author.ts'

const KEY = 'sk-test-key-0123456789'

/** Answers with each of these in turn. */
function inTurn(...replies: (typeof fetch)[]): typeof fetch & { count: number } {
  const send = Object.assign(
    async (...request: Parameters<typeof fetch>) => {
      const reply = replies[send.count] ?? replies.at(-1)
      send.count += 1
      if (!reply) throw new TypeError('no reply')
      return await reply(...request)
    },
    { count: 0 },
  )
  return send
}

describe.each(ADAPTERS)('failure through %s', (type, author) => {
  const good = answering(author.stream(EVERYTHING).join(''))
  const bad = (status: number, words = 'words', headers: Record<string, string> = {}) =>
    answering(author.errorBody(words), { status, headers: { 'content-type': 'application/json', ...headers } })
  const run = async (send: typeof fetch, config: Partial<AdapterConfig> = {}) => {
    const { adapter, timing } = testAdapter({ type, fetch: send, ...config })
    const attempts: unknown[] = []
    const outcome = await drain(adapter.stream(requestFor(type, { onAttempt: (attempt) => attempts.push(attempt) })))
    return { ...outcome, waits: timing.waits, attempts }
  }

  test.each([
    [400, 'bad', 'invalid_request', 0],
    [400, 'prompt is too long: 3 tokens > 2 maximum', 'context_overflow', 0],
    [401, 'no', 'auth', 0],
    [402, 'pay', 'billing', 0],
    [403, 'no', 'auth', 0],
    [404, 'model: nope', 'not_found', 0],
    [408, 'slow', 'network', 2],
    [413, 'too large', 'invalid_request', 0],
    [429, 'slow down', 'rate_limit', 2],
    [500, 'oops', 'server_error', 2],
    [502, 'oops', 'server_error', 2],
    [503, 'later', 'server_error', 2],
    [529, 'overloaded', 'rate_limit', 2],
  ])('status %s with %j is %s, retried %s times', async (status, words, error_class, retries) => {
    const send = inTurn(bad(status, words))
    const { events, error, waits } = await run(send)
    expect(events).toEqual([])
    expect(error).toMatchObject({
      error_class,
      provider_status: status,
      provider_message: words,
      retryable: retries > 0,
      request_id: 'req_1',
    })
    expect([send.count, waits.length]).toEqual([retries + 1, retries])
    const { adapter } = testAdapter({ type, fetch: bad(status, words) })
    await expect(adapter.complete(requestFor(type))).rejects.toMatchObject({ error_class, provider_status: status })
  })

  test('wire-rule 110: a request that is refused for its history is never sent again by itself', async () => {
    const send = inTurn(bad(400, 'messages.3: `tool_use` ids were found without `tool_result` blocks'), good)
    expect((await run(send)).error).toMatchObject({ error_class: 'invalid_request', retryable: false })
    expect(send.count).toBe(1)
  })

  test('a retry that succeeds is not seen, but for the attempts that are told', async () => {
    const { events, error, waits, attempts } = await run(inTurn(bad(429), bad(503), good))
    expect(error).toBeUndefined()
    expect(events.filter((event) => event.type === 'message.start')).toHaveLength(1)
    expect(waits).toEqual([1_000, 2_000])
    expect(attempts).toEqual([
      { attempt: 1, error_class: 'rate_limit', provider_status: 429, delay_ms: 1_000 },
      { attempt: 2, error_class: 'server_error', provider_status: 503, delay_ms: 2_000 },
    ])
  })

  test('every attempt sends the same bytes', async () => {
    const bodies: unknown[] = []
    const spy: typeof fetch = async (url, init) => {
      bodies.push(init?.body)
      return await bad(503)(url, init)
    }
    await run(spy)
    expect(new Set(bodies).size).toBe(1)
    expect(bodies).toHaveLength(3)
  })

  test.each([
    [{ 'retry-after': '7' }, 7_000, 7],
    [{ 'retry-after': '3600' }, 60_000, 3600],
    [{ 'retry-after-ms': '20' }, 20, 0.02],
    [{ 'retry-after': new Date(90_000).toUTCString() }, 50_000, 50],
  ])('wire-rule 111: %j is waited for', async (headers, wait, hint) => {
    const { waits, error } = await run(bad(429, 'slow', headers), { now: () => 40_000, max_retries: 1 })
    expect(waits).toEqual([wait])
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retry_after_seconds: hint })
  })

  test('wire-rule 111: what a provider asks to wait reaches the person, whatever it failed with', async () => {
    const { waits, error } = await run(bad(503, 'later', { 'retry-after': '3600' }), { max_retries: 1 })
    expect(waits).toEqual([60_000])
    expect(error).toMatchObject({ message: `${testAdapter({ type }).adapter.name}: 503: later (try again in 60 min)` })
  })

  test('a provider that says not to retry is believed', async () => {
    const send = inTurn(bad(500, 'no', { 'x-should-retry': 'false' }))
    expect((await run(send)).error).toMatchObject({ error_class: 'server_error', retryable: false })
    expect(send.count).toBe(1)
  })

  test('max_retries bounds the attempts', async () => {
    const send = inTurn(bad(500))
    await run(send, { max_retries: 4 })
    expect(send.count).toBe(5)
  })

  test('an error inside the stream before anything was shown is retried', async () => {
    const send = inTurn(answering(author.errorFrame('busy')), good)
    const { events, error } = await run(send)
    expect([error, send.count, events[0]?.type]).toEqual([undefined, 2, 'message.start'])
  })

  test('an error after anything was shown is never retried: the part is kept, then it is thrown', async () => {
    const frames = author.stream(EVERYTHING)
    const cut = frames.findIndex((frame) => frame.includes('lo '))
    const send = inTurn(answering([...frames.slice(0, cut), author.errorFrame('busy')].join('')), good)
    const { events, complete, error, attempts } = await run(send)
    expect(error).toMatchObject({ error_class: 'rate_limit', provider_message: 'busy', retryable: true })
    expect(send.count).toBe(1)
    expect(attempts).toEqual([])
    expect(events.at(-1)).toBe(complete)
    expect(complete).toMatchObject({ stop_reason: 'error' })
    expect(complete?.final_content.at(-1)).toEqual({ type: 'text', text: 'Hel' })
  })

  test.each(author.errorsInStream)(
    'an error of class %s inside the stream is of that class, wherever it stands',
    async (error_class, frame) => {
      const frames = author.stream(EVERYTHING)
      const cut = frames.findIndex((each) => each.includes('lo '))
      for (const before of [[], frames.slice(0, 1), frames.slice(0, cut)]) {
        const { complete, error } = await run(answering([...before, frame].join('')), { max_retries: 0 })
        expect(error).toMatchObject({ error_class })
        expect(complete?.stop_reason).toBe(before.length > 1 ? 'error' : undefined)
      }
    },
  )

  test('a line that is not JSON is a server error with what had come', async () => {
    const frames = author.stream(EVERYTHING)
    const cut = frames.findIndex((frame) => frame.includes('lo '))
    const { error, complete } = await run(answering([...frames.slice(0, cut), 'data: {"broken\n\n'].join('')))
    expect(error).toBeInstanceOf(ServerError)
    expect(complete?.final_content.at(-1)).toEqual({ type: 'text', text: 'Hel' })
  })

  test.each([
    ['HTML', '<!doctype html><title>Welcome to our portal</title>', 'Welcome to our portal'],
    ['plain words', 'upstream connect error', 'upstream connect error'],
    ['nothing', '', 'the answer is empty'],
    ['blanks', ' \n\n', 'the answer is empty'],
    ['broken JSON', '{"content": [', '{"content": ['],
    ['a list', '["a"]', '["a"]'],
  ])('a 200 that holds %s is a server error that shows it', async (_case, body, shown) => {
    for (const headers of [{ 'content-type': 'text/html' }, { 'content-type': 'text/event-stream' }]) {
      const { events, error } = await run(answering(body, { headers }), { max_retries: 0 })
      expect(events).toEqual([])
      expect(error).toBeInstanceOf(ServerError)
      expect((error as ServerError).provider_message).toContain(shown)
    }
    const { adapter } = testAdapter({ type, fetch: answering(body), max_retries: 0 })
    await expect(adapter.complete(requestFor(type))).rejects.toBeInstanceOf(ServerError)
  })

  test('words that begin like an event are no event, however they are cut', async () => {
    const bytes = [...new TextEncoder().encode('error: no healthy upstream')].map((byte) => Uint8Array.of(byte))
    const { error } = await run(answering(bytes), { max_retries: 0 })
    expect(error).toMatchObject({ error_class: 'server_error', provider_message: 'error: no healthy upstream' })
  })

  test('an event that grows without end is cut off as a server error', async () => {
    const megabyte = new TextEncoder().encode('x'.repeat(1024 * 1024))
    const pieces = [new TextEncoder().encode('data: {"a":"'), ...Array.from({ length: 70 }, () => megabyte)]
    const { error } = await run(answering(pieces), { max_retries: 0 })
    expect(error).toMatchObject({ error_class: 'server_error' })
  })

  test('an event stream without empty lines is read line by line, and without a last line break', async () => {
    const lines = author
      .stream(EVERYTHING)
      .join('')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('event:'))
    const { complete, error } = await run(answering(lines.join('\n')))
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ stop_reason: 'tool_use' })
  })

  test('a 200 that holds an error is that error', async () => {
    const { error } = await run(answering(JSON.stringify({ error: { message: 'No credits', code: 402 } })), {
      max_retries: 0,
    })
    expect(error).toMatchObject({ error_class: 'billing', provider_message: 'No credits' })
  })

  test('a redirect is an error that names the address; the key does not follow it', async () => {
    const server = await wireServer(() => ({ status: 308, headers: { location: 'http://127.0.0.1:9/elsewhere' } }))
    const { error } = await run(fetch, { base_url: server.url })
    expect(error).toMatchObject({ error_class: 'invalid_request', provider_status: 308 })
    expect(String(error)).toContain('http://127.0.0.1:9/elsewhere')
    expect(server.requests).toHaveLength(1)
  })

  test('an error page without end is read in part', async () => {
    const server = await wireServer(() => ({
      status: 400,
      chunks: Array.from({ length: 40 }, () => 'x'.repeat(4_000)),
      end: 'stall',
    }))
    const { error } = await run(fetch, { base_url: server.url })
    expect(error).toMatchObject({ error_class: 'invalid_request' })
    expect((error as InvalidRequestError).provider_message.length).toBeLessThan(1_000)
  })

  test('keys never reach an error, also those in extra headers', async () => {
    const words = `Incorrect API key provided: ${KEY} and hunter2-secret`
    const { error } = await run(bad(401, words), { extra_headers: { 'X-Gateway-Key': 'hunter2-secret' } })
    expect(error).toBeInstanceOf(AuthError)
    for (const text of [String(error), (error as AuthError).provider_message]) {
      expect(text).toContain('Incorrect API key provided')
      expect(text).not.toMatch(/sk-test|hunter2/)
    }
  })

  test('a key that no header can carry is refused without showing it; blanks around one are no fault', async () => {
    const { error } = await run(good, { api_key: 'sk-te\nst-key' })
    expect(error).toBeInstanceOf(AuthError)
    expect(String(error)).not.toContain('st-key')
    expect((await run(good, { api_key: `${KEY}\n` })).error).toBeUndefined()
  })

  test('an extra header that no request can carry is refused at once, without showing its value', async () => {
    const { error, waits } = await run(good, { extra_headers: { 'X-Gateway-Key': 'hunter2\nsecret' } })
    expect(error).toMatchObject({ error_class: 'invalid_request' })
    expect(String(error)).toContain('x-gateway-key')
    expect(String(error)).not.toContain('hunter2')
    expect(waits).toEqual([])
  })

  test('extra headers win over our own, whatever their case', async () => {
    const seen: unknown[] = []
    await run(
      async (url, init) => {
        seen.push(init?.headers)
        return await good(url, init)
      },
      { extra_headers: { 'X-API-KEY': 'other', Authorization: 'Bearer other' } },
    )
    expect(seen).toMatchObject([
      { 'x-api-key': 'other', authorization: 'Bearer other', 'content-type': 'application/json' },
    ])
    expect(JSON.stringify(seen)).not.toContain(KEY)
  })

  test('a fetch that throws anything is a network error', async () => {
    const { error } = await run(async () => Promise.reject('weird'), { max_retries: 0 })
    expect(error).toMatchObject({ error_class: 'network', provider_message: 'weird' })
  })

  test('a fault of our own is of class other, with its cause', async () => {
    const fault = new TypeError('oops')
    const { error } = await run(good, {
      newToolUseId: () => {
        throw fault
      },
    })
    expect(error).toMatchObject({ error_class: 'other', cause: fault, retryable: false })
  })

  test('tools for a model without tools, and a bad model id, are refused before anything is sent', async () => {
    const send = inTurn(good)
    const tool = { name: 'add', description: 'Adds.', input_schema: {}, side_effects: 'none' as const }
    const { adapter } = testAdapter({
      type,
      fetch: send,
      capabilities: () => ({ ...ALL_CAPABILITIES, supports_tools: false }),
    })
    await expect(adapter.complete(requestFor(type, { tools: [tool] }))).rejects.toBeInstanceOf(InvalidRequestError)
    await expect(adapter.complete(requestFor(type, { model: 'no-provider' }))).rejects.toThrow('not a model id')
    expect(send.count).toBe(0)
  })

  test('a picture for a model without vision goes as a placeholder, a critical one not at all', async () => {
    const bodies: string[] = []
    const { adapter, log } = testAdapter({
      type,
      capabilities: () => ({ ...ALL_CAPABILITIES, supports_images: false }),
      fetch: async (url, init) => {
        bodies.push(String(init?.body))
        return await good(url, init)
      },
    })
    const data = 'iVBORw0KGgoAAAANSUhEUg=='
    const picture: ContentBlock = { type: 'image', source: { kind: 'base64', data }, media_type: 'image/png' }
    const records: ProjectionRecord[] = []
    const onProjection = (record: ProjectionRecord) => records.push(record)
    await drain(adapter.stream(requestFor(type, { messages: [user([picture])], onProjection })))
    expect(bodies[0]).toContain('[image omitted: the model does not take images]')
    expect(bodies[0]).not.toContain(data)
    expect(records).toMatchObject([{ block_type: 'image', action: 'converted' }])
    expect(log.entries).toHaveLength(1)
    const messages = [user([picture], { critical: true })]
    await expect(adapter.complete(requestFor(type, { messages }))).rejects.toBeInstanceOf(InvalidRequestError)
    expect(bodies).toHaveLength(1)
  })

  test('a critical message that would lose a block fails the request; any other is projected, logged and recorded', async () => {
    const video = { type: 'video', url: 'x' } as unknown as ContentBlock
    const { adapter, log } = testAdapter({ type, fetch: good }, instantTiming())
    const critical = user([video, { type: 'text', text: 'look' }], { critical: true })
    const refused = await drain(adapter.stream(requestFor(type, { messages: [critical] })))
    expect(refused.error).toBeInstanceOf(InvalidRequestError)
    expect(String(refused.error)).toContain(critical.id)
    const records: unknown[] = []
    const plain = user([video, { type: 'text', text: 'look' }])
    await drain(adapter.stream(requestFor(type, { messages: [plain], onProjection: (record) => records.push(record) })))
    const fields = {
      session_id: plain.session_id,
      message_id: plain.id,
      block_type: 'video',
      adapter: adapter.name,
      reason: expect.any(String),
    }
    expect(records).toEqual([{ ...fields, action: 'dropped' }])
    expect(log.entries.map((entry) => entry.fields)).toEqual([fields])
  })
})
