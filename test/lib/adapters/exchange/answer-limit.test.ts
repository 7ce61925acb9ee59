import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { MAX_ANSWER_BYTES } from '#lib/adapters/exchange/limit.ts'
import { listModels } from '#lib/adapters/exchange/model-list.ts'
import type { MessageComplete, StreamEvent } from '#lib/canonical/stream-event.ts'
import { requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { type WireReply, type WireServer, wireServer } from '#test/support/wire-server.ts'

// Hosts that never come to an end, behind real sockets.

const PIECE = 64 * 1024

const sse = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
const words = 'word '.repeat(100)

function* endless(piece: string, ...start: string[]): Generator<string> {
  yield* start
  const pieces = piece.repeat(Math.ceil(PIECE / piece.length))
  for (;;) yield pieces
}

const call = (fields: object) => chunk({ tool_calls: [{ index: 0, ...fields }] })

const SHOWN: [string, AdapterType, string, ...string[]][] = [
  ['text in Chat Completions', 'openai', chunk({ content: words })],
  ['text of single characters', 'openai', chunk({ content: 'x' })],
  [
    'arguments of a call',
    'openai',
    call({ function: { arguments: words } }),
    call({ id: 'c', function: { name: 'f' } }),
  ],
  [
    'text in Messages',
    'anthropic',
    sse('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } }),
    sse('message_start', { message: { content: [], usage: { input_tokens: 3, output_tokens: 1 } } }),
    sse('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  ],
  [
    'text in Responses',
    'openai-responses',
    sse('response.output_text.delta', { output_index: 0, content_index: 0, item_id: 'm', delta: words }),
    sse('response.output_item.added', { output_index: 0, item: { type: 'message', id: 'm', content: [] } }),
  ],
  ['text in Ollama', 'ollama', `${JSON.stringify({ model: 'm', message: { content: words }, done: false })}\n`],
  ['signs of life after the first word', 'openai', ': OPENROUTER PROCESSING\n\n', chunk({ content: 'word' })],
  ['one line after the first word', 'openai', 'x', chunk({ content: 'word' }), 'data: {"choices":[{"delta":"'],
  [
    'one line of NDJSON after the first word',
    'ollama',
    'x',
    `${JSON.stringify({ model: 'm', message: { content: 'word' }, done: false })}\n{"message":{"content":"`,
  ],
]

const HIDDEN: [string, AdapterType, string, ...string[]][] = [
  ['blanks', 'openai', ' '],
  ['signs of life', 'anthropic', ': ping\n\n'],
  ['one line', 'openai', 'x', 'data: {"choices":[{"delta":"'],
  ['one line of NDJSON', 'ollama', 'x', '{"message":{"content":"'],
  ['one body of JSON', 'openai-responses', 'x', '{"output":"'],
]

async function run(type: AdapterType, reply: () => WireReply) {
  const server = await wireServer(reply)
  const { adapter, timing } = testAdapter({ type, base_url: server.url })
  const before = process.memoryUsage().rss
  let complete: MessageComplete | undefined
  let deltas = 0
  let error: unknown
  const show = (event: StreamEvent) => {
    if (event.type === 'message.complete') complete = event
    else deltas += 1
  }
  try {
    for await (const event of adapter.stream(requestFor(type))) show(event)
  } catch (thrown) {
    error = thrown
  }
  const grown = process.memoryUsage().rss - before
  return { server, complete, deltas, error, grown, waits: timing.waits }
}

async function expectCutOff(server: WireServer, waits: readonly number[]) {
  expect(waits).toEqual([])
  expect(server.requests).toHaveLength(1)
  await vi.waitFor(() => expect(server.aborted).toBe(1))
  // The rest was on its way when the client had enough.
  expect(server.sent).toBeLessThan(MAX_ANSWER_BYTES + 16_000_000)
}

const TOO_LONG = {
  error_class: 'server_error',
  retryable: false,
  provider_message: 'the answer was longer than 16 MB and was cut off there',
}

describe('an answer without end', () => {
  test.each(SHOWN)(
    'is kept up to 16 MB, and said to be cut off: %s',
    { timeout: 60_000 },
    async (_, type, piece, ...start) => {
      const { server, complete, error, grown, waits } = await run(type, () => ({ chunks: endless(piece, ...start) }))
      expect(error).toMatchObject(TOO_LONG)
      expect(complete).toMatchObject({ stop_reason: 'error', usage: { estimated: true } })
      expect(JSON.stringify(complete?.final_content)).toMatch(/word|x{100}/)
      await expectCutOff(server, waits)
      expect(grown).toBeLessThan(600_000_000)
    },
  )

  test.each(HIDDEN)('that shows nothing ends as well: %s', { timeout: 60_000 }, async (_, type, piece, ...start) => {
    const { server, deltas, error, grown, waits } = await run(type, () => ({ chunks: endless(piece, ...start) }))
    expect(error).toMatchObject(TOO_LONG)
    expect(deltas).toBe(0)
    await expectCutOff(server, waits)
    expect(grown).toBeLessThan(600_000_000)
  })

  test('is measured as it is unpacked', { timeout: 60_000 }, async () => {
    const packed = gzipSync(chunk({ content: words }).repeat(60_000))
    expect(packed.byteLength).toBeLessThan(1_000_000)
    const headers = { 'content-encoding': 'gzip' }
    const { complete, error } = await run('openai', () => ({ headers, chunks: [packed] }))
    expect(error).toMatchObject(TOO_LONG)
    expect(JSON.stringify(complete?.final_content).length).toBeLessThan(MAX_ANSWER_BYTES)
  })

  test('that was asked for whole is not waited for', { timeout: 60_000 }, async () => {
    const server = await wireServer(() => ({ chunks: endless('x', '{"choices":[{"message":{"content":"') }))
    const { adapter, timing } = testAdapter({ type: 'openai', base_url: server.url })
    await expect(adapter.complete(requestFor('openai'))).rejects.toMatchObject(TOO_LONG)
    await expectCutOff(server, timing.waits)
  })
})

test('an answer of 16 MB less what frames it is whole', { timeout: 60_000 }, async () => {
  const content = 'x'.repeat(MAX_ANSWER_BYTES - 1_000)
  const end = `${chunk({})}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
  const { complete, error } = await run('openai', () => ({ chunks: [chunk({ content }), end] }))
  expect(error).toBeUndefined()
  expect(complete?.final_content).toEqual([{ type: 'text', text: content }])
})

test('a finished answer that goes on without end is whole', { timeout: 60_000 }, async () => {
  const stop = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
  const { complete, error } = await run('openai', () => ({
    chunks: endless(': ping\n\n', chunk({ content: 'Hi' }), stop),
  }))
  expect(error).toBeUndefined()
  expect(complete).toMatchObject({ stop_reason: 'end_turn', final_content: [{ text: 'Hi' }] })
})

test('an error without end is read as far as anybody reads', { timeout: 60_000 }, async () => {
  const server = await wireServer(() => ({ status: 400, chunks: endless('no ', '{"error":{"message":"') }))
  const { adapter } = testAdapter({ type: 'openai', base_url: server.url })
  const error = await adapter.complete(requestFor('openai')).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    error_class: 'invalid_request',
    provider_message: expect.stringMatching(/^\{"error.*…$/),
  })
  await vi.waitFor(() => expect(server.aborted).toBe(1))
  expect(server.sent).toBeLessThan(16_000_000)
})

test('a list of models without end is none', { timeout: 60_000 }, async () => {
  const server = await wireServer(() => ({ chunks: endless('{"id":"a"},', '{"data":[') }))
  await expect(listModels({ base_url: server.url, headers: {}, timeoutMs: 30_000 })).rejects.toThrow(
    'no list of models',
  )
  await vi.waitFor(() => expect(server.aborted).toBe(1))
})
