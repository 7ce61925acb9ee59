import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { MAX_RECORDED_BYTES } from '#lib/adapters/exchange/limit.ts'
import { ReceivedBytes } from '#lib/adapters/exchange/received-bytes.ts'
import type { ReceivedAnswer } from '#lib/canonical/received-answer.ts'
import { drain, testAdapter } from '#test/support/adapter-harness.ts'
import { canonicalRequest, user } from '#test/support/message-builder.ts'
import { type WireReply, wireServer } from '#test/support/wire-server.ts'

const KEY = 'key-of-nobody-else'
const WORDS = 'data: {"choices":[{"index":0,"delta":{"content":"grüße 🐾"}}]}\r\n\r\n: alive\n\n'
const END = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

async function receivedOf(reply: (count: number) => WireReply, fields: Partial<CanonicalRequest> = {}) {
  const host = await wireServer((_request, count) => reply(count))
  const { adapter } = testAdapter({ type: 'openai', name: 'somebody', base_url: host.url, api_key: KEY, fetch })
  const told: (ReceivedAnswer | 'failed')[] = []
  const request = canonicalRequest({
    model: 'somebody:model',
    messages: [user('hello')],
    onReceived: (received) => told.push(received),
    onAttempt: () => told.push('failed'),
    ...fields,
  })
  const events = await drain(adapter.stream(request)).catch((error: unknown) => error)
  return { told, events }
}

test('what came is told byte for byte, however it was cut on its way: framing, signs of life and all', async () => {
  const bytes = Buffer.from(WORDS + END)
  const cut = bytes.indexOf('🐾') + 2
  const { told } = await receivedOf(() => ({ chunks: [bytes.subarray(0, cut), bytes.subarray(cut)] }))
  expect(told).toEqual([{ status: 200, bytes: bytes.byteLength, text: WORDS + END, is_cut: false }])
})

test('an attempt that is refused is told before it counts as failed, and each by itself', async () => {
  const { told } = await receivedOf((count) =>
    count === 1 ? { status: 503, chunks: ['{"error":"come later"}'] } : { chunks: [WORDS, END] },
  )
  expect(told).toMatchObject([
    { status: 503, text: '{"error":"come later"}', bytes: 22 },
    'failed',
    { status: 200, text: WORDS + END },
  ])
})

test('of an answer that breaks off, and of one that is stopped, what came until then is told', async () => {
  const broken = await receivedOf(() => ({ chunks: [WORDS], end: 'drop' }))
  expect(broken.told).toMatchObject([{ status: 200, text: WORDS }])
  const stop = new AbortController()
  const host = await wireServer(() => ({ chunks: [WORDS], end: 'stall' }))
  const { adapter } = testAdapter({ type: 'openai', name: 'somebody', base_url: host.url, api_key: KEY, fetch })
  const told: ReceivedAnswer[] = []
  const request = { model: 'somebody:model', messages: [user('hello')], signal: stop.signal }
  const stream = adapter.stream(canonicalRequest({ ...request, onReceived: (received) => told.push(received) }))
  for await (const event of stream) if (event.type === 'text.delta') stop.abort()
  expect(told).toMatchObject([{ status: 200, text: WORDS }])
})

test('of nobody who answers nothing is told', async () => {
  const { adapter } = testAdapter({
    type: 'openai',
    name: 'somebody',
    base_url: 'http://127.0.0.1:1',
    api_key: KEY,
    fetch,
  })
  const told: ReceivedAnswer[] = []
  const request = canonicalRequest({ model: 'somebody:model', messages: [user('hello')] })
  await drain(adapter.stream({ ...request, onReceived: (received) => told.push(received) })).catch(() => {})
  expect(told).toEqual([])
})

test('our key is in nothing that is told; another one is taken out of a refusal, and left in what a model writes', async () => {
  const other = 'sk-0123456789abcdef'
  const refused = await receivedOf(() => ({ status: 401, chunks: [`{"error":"no such key: ${KEY}, ${other}"}`] }))
  expect(refused.told).toMatchObject([{ status: 401, text: '{"error":"no such key: [redacted], [redacted]"}' }])
  const said = WORDS.replace('grüße', `${KEY} ${other}`)
  const { told } = await receivedOf(() => ({ chunks: [said, END] }))
  expect(told).toMatchObject([{ text: (said + END).replace(KEY, '[redacted]') }])
})

test('more than is kept is counted, and cut between two characters', () => {
  const received = new ReceivedBytes()
  const piece = Buffer.from('€'.repeat(100_000))
  const times = Math.ceil(MAX_RECORDED_BYTES / piece.byteLength) + 1
  for (let count = 0; count < times; count += 1) received.push(piece)
  expect([received.count, received.isCut]).toEqual([times * piece.byteLength, true])
  expect(received.text()).toBe('€'.repeat(Math.floor(MAX_RECORDED_BYTES / 3)))
})
