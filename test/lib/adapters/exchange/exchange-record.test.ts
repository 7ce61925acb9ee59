import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { ExchangeRecord } from '#lib/canonical/exchange-record.ts'
import { drain, testAdapter } from '#test/support/adapter-harness.ts'
import { canonicalRequest, user } from '#test/support/message-builder.ts'
import { type WireReply, wireServer } from '#test/support/wire-server.ts'

const KEY = 'key-of-nobody-else'
const ANSWER = 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

async function exchangesWith(reply: (count: number) => WireReply, fields: Partial<CanonicalRequest> = {}) {
  const host = await wireServer((_request, count) => reply(count))
  const { adapter } = testAdapter({ type: 'openai', name: 'somebody', base_url: host.url, api_key: KEY, fetch })
  const seen: ExchangeRecord[] = []
  const request = canonicalRequest({ model: 'somebody:model', messages: [user('grüße 🐾\u0000')], ...fields })
  await drain(adapter.stream({ ...request, onExchange: (exchange) => seen.push(exchange) }))
  return { seen, bodies: host.requests.map(({ body }) => body) }
}

test('what is kept of a body is the hash and the length of the bytes that arrive, and a digest of each field but the conversation', async () => {
  const { seen, bodies } = await exchangesWith(() => ({ chunks: [ANSWER] }), { temperature: 0.5 })
  const [body = ''] = bodies
  const sha256 = createHash('sha256').update(body).digest('hex')
  expect(seen).toMatchObject([
    { request: { sha256, bytes: Buffer.byteLength(body) }, response_headers: null },
    { request: { sha256 } },
  ])
  const fields = Object.keys(JSON.parse(body)).filter((name) => name !== 'messages')
  expect(Object.keys(seen[0]?.request.fields ?? {})).toEqual(fields)
  const warmer = await exchangesWith(() => ({ chunks: [ANSWER] }), { temperature: 0.7 })
  const { temperature: _was, ...same } = seen[0]?.request.fields ?? {}
  const { temperature: _is, ...now } = warmer.seen[0]?.request.fields ?? {}
  expect([now, _is === _was]).toEqual([same, false])
})

test('of the headers of an answer, also of one that refuses, ids, limits and times are kept, and nothing that says who asked', async () => {
  const headers = {
    'x-request-id': 'req_1',
    'x-ratelimit-remaining-tokens': '12',
    'anthropic-ratelimit-requests-limit': '50',
    'openai-processing-ms': '17',
    'server-timing': `upstream;dur=3;desc="Bearer ${KEY}"`,
    'set-cookie': '__cf_bm=secret',
    'openai-organization': 'org-of-somebody',
    'anthropic-organization-id': 'a-b',
    authorization: `Bearer ${KEY}`,
  }
  const { seen } = await exchangesWith((count) =>
    count === 1 ? { status: 503, headers: { ...headers, 'x-request-id': 'req_0' } } : { headers, chunks: [ANSWER] },
  )
  const answered = seen.map(({ response_headers }) => response_headers).filter((each) => each !== null)
  const kept = {
    'x-ratelimit-remaining-tokens': '12',
    'anthropic-ratelimit-requests-limit': '50',
    'openai-processing-ms': '17',
    'server-timing': expect.stringContaining('upstream;dur=3'),
    date: expect.any(String),
  }
  expect(answered).toEqual([
    { 'x-request-id': 'req_0', ...kept },
    { 'x-request-id': 'req_1', ...kept },
  ])
  expect(JSON.stringify(answered)).not.toContain(KEY)
})
