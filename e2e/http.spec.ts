import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { imageSize } from 'image-size'
import { apiClient } from './client.ts'

// The contract's HTTP surface, over real sockets, against the production server.

let api: ReturnType<typeof apiClient>
test.beforeEach(({ baseURL }) => {
  api = apiClient(baseURL ?? '')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function refusal(response: Response) {
  return {
    status: response.status,
    ...((await response.json()) as { error: { code: string; message: string; details?: unknown } }),
  }
}

test('a script comes packed to whoever can read that, and is the same to everybody', async ({ baseURL }) => {
  const page = await (await fetch(`${baseURL}/`)).text()
  const address = new URL(/\/_next\/static\/chunks\/[^"]+\.js/.exec(page)?.[0] ?? '', baseURL)
  const asked = (headers: Record<string, string>) => fetch(address, { headers })
  const [packed, plain] = [await asked({ 'accept-encoding': 'gzip, br' }), await asked({ 'accept-encoding': 'gzip' })]
  const about = ({ status, headers }: Response) => [
    status,
    ...['content-encoding', 'content-type', 'cache-control', 'vary'].map((name) => headers.get(name)),
  ]
  const [type, caching] = ['application/javascript; charset=UTF-8', 'public, max-age=31536000, immutable']
  expect(about(packed)).toEqual([200, 'br', type, caching, 'accept-encoding'])
  expect(about(plain)).toEqual([200, null, type, caching, null])
  const [less, more] = [packed, plain].map(({ headers }) => Number(headers.get('content-length')))
  expect(less).toBeLessThan((more ?? 0) / 2)
  expect(await packed.text()).toBe(await plain.text())
  expect(about(await asked({ 'accept-encoding': 'gzip, br;q=0' }))).toEqual(about(plain))
  const part = await asked({ 'accept-encoding': 'br', range: 'bytes=0-9' })
  expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null])
})

test('the scripts of a page ask to be compiled beside the thread that draws it', async ({ baseURL }) => {
  const page = await (await fetch(`${baseURL}/`)).text()
  const named = new Set(page.match(/\/_next\/static\/chunks\/[^"]+\.js/g))
  expect(named.size).toBeGreaterThan(5)
  for (const address of named) {
    const script = await (await fetch(new URL(address, baseURL))).text()
    expect(script.slice(0, 30), address).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

test('health and models', async () => {
  expect(await (await api.call('/health')).json()).toEqual({ ok: true, version: expect.any(String) })
  const { models, default: fallback } = (await (await api.call('/models')).json()) as {
    models: { id: string; configured: boolean; scripted: boolean }[]
    default: string
  }
  const demo = models.filter((model) => model.scripted)
  expect(demo.map((model) => [model.id, model.configured])).toEqual([
    ['demo:anthropic', true],
    ['demo:openai', true],
    ['demo:responses', true],
    ['demo:ollama', true],
    ['demo:openrouter', true],
  ])
  expect(fallback).toBe('demo:anthropic')
  const real = models.find((model) => model.id === 'anthropic:claude-sonnet-4-6')
  expect(real).toMatchObject({
    label: expect.any(String),
    provider: 'anthropic',
    configured: false,
    scripted: false,
    aliases: expect.arrayContaining([]),
    capabilities: { supports_tools: true },
    price: { input_per_mtok_usd: expect.any(String) },
  })
})

test('a session is made, read, changed, listed and deleted', async () => {
  const id = await api.newSession({ title: 'Mine', active_model: 'demo:openai', system_prompt: 'Be brief.' })
  expect(await api.session(id)).toMatchObject({
    id,
    title: 'Mine',
    active_model: 'demo:openai',
    system_prompt: 'Be brief.',
    state: 'idle',
    cost_usd: '0',
    unpriced_calls: 0,
  })
  const changed = await api.call(`/sessions/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ title: 'Ours', active_model: null }),
  })
  expect(await changed.json()).toMatchObject({ title: 'Ours', active_model: null })
  const { sessions, next } = (await (await api.call('/sessions?limit=1')).json()) as {
    sessions: { id: string }[]
    next: string | null
  }
  expect(sessions).toHaveLength(1)
  if (next) expect((await api.call(`/sessions?limit=1&cursor=${encodeURIComponent(next)}`)).status).toBe(200)
  expect((await api.call(`/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await refusal(await api.call(`/sessions/${id}`))).toMatchObject({ status: 404, error: { code: 'not_found' } })
  expect((await api.call(`/sessions/${id}`, { method: 'DELETE' })).status).toBe(404)
})

test('bad requests are refused with a code, words and the path of each fault, and leave nothing behind', async () => {
  const id = await api.newSession()
  const turns = `/sessions/${id}/turns`
  const raw = (body: BodyInit) =>
    api.call(turns, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const hi = [{ type: 'text', text: 'hi' }]

  expect(await refusal(await raw('{"content": ['))).toMatchObject({ status: 400, error: { code: 'invalid_request' } })
  expect(await refusal(await raw(new Uint8Array([0x22, 0xff, 0x22])))).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining('UTF-8') },
  })
  expect(await refusal(await api.post(turns, { content: [{ type: 'text', text: 7 }] }))).toMatchObject({
    status: 400,
    error: { details: [{ path: 'content.0.text' }] },
  })
  for (const content of [
    [],
    'hi',
    [{ type: 'text', text: '  ' }],
    [{ type: 'tool_use', id: 'x', name: 'y', input: {} }],
    [{ type: 'video' }],
  ]) {
    expect((await api.post(turns, { content })).status).toBe(400)
  }
  expect((await api.post(turns, { content: hi, surprise: 1 })).status).toBe(400)
  expect((await raw(JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(1_100_000) }] }))).status).toBe(413)
  expect((await raw('x'.repeat(29_000_000))).status).toBe(413)
  expect((await api.post('/sessions', { title: 'x'.repeat(10_000_000) })).status).toBe(413)
  expect(await refusal(await api.post(turns, { content: hi, model: 'demo:opnai' }))).toMatchObject({
    status: 422,
    error: { code: 'unknown_model', details: { near_matches: expect.arrayContaining(['demo:openai']) } },
  })
  expect(await refusal(await api.post(turns, { content: hi, model: 'openai:gpt-5' }))).toMatchObject({
    status: 422,
    error: { code: 'no_model' },
  })
  expect((await api.post(turns, { content: hi, parent_id: 'nowhere' })).status).toBe(400)
  expect((await api.post('/sessions/nowhere/turns', { content: hi })).status).toBe(404)
  expect((await api.call('/sessions/nowhere/stream')).status).toBe(404)
  expect((await api.call('/sessions/nowhere/messages')).status).toBe(404)
  expect((await api.call(`${turns}/nowhere/cancel`, { method: 'POST' })).status).toBe(404)
  expect((await api.call('/sessions?cursor=nonsense')).status).toBe(400)
  expect((await api.call('/sessions?limit=none')).status).toBe(400)
  const picture = {
    type: 'image',
    media_type: 'image/png',
    source: { kind: 'base64', data: Buffer.from('no picture').toString('base64') },
  }
  expect((await api.post(turns, { content: [picture] })).status).toBe(415)

  expect(await api.messages(id)).toEqual([])
  expect(await api.session(id)).toMatchObject({ state: 'idle', title: null })
})

test('an address that is none is refused in the contract’s own shape', async () => {
  expect(await refusal(await api.call('/no-such-thing'))).toMatchObject({ status: 404, error: { code: 'not_found' } })
  expect(await refusal(await api.call('/sessions/%ff'))).toMatchObject({
    status: 400,
    error: { code: 'invalid_request' },
  })
  const id = await api.newSession()
  const head = await api.call(`/sessions/${id}/stream`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

for (const path of ['/favicon.ico', '/icon.svg', '/apple-touch-icon.png']) {
  test(`${path}, which browsers ask for whether a page links it or not, is there`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toMatch(/^image\//)
  })
}

test('the page names a manifest to install it by, whose icons are there in the sizes that it says', async ({
  request,
}) => {
  expect(await (await request.get('/')).text()).toContain('<link rel="manifest" href="/manifest.webmanifest"')
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toBe('application/manifest+json')
  const { icons, ...said } = (await manifest.json()) as { icons: { src: string; sizes: string }[] }
  expect(said).toMatchObject({ name: 'Metis', start_url: '/', display: 'standalone' })
  for (const { src, sizes } of icons) {
    const bytes = await (await request.get(src)).body()
    const { width, height } = imageSize(bytes)
    expect([src, sizes === 'any' ? sizes : `${width}x${height}`]).toEqual([src, sizes])
  }
})

test('a swap that the installation cannot serve is refused with the ways on', async () => {
  const id = await api.newSession()
  const change = (active_model: string) =>
    api.call(`/sessions/${id}`, { method: 'PATCH', body: JSON.stringify({ active_model }) })
  expect(await refusal(await change('openai:gpt-5'))).toMatchObject({
    status: 422,
    error: { code: 'swap_refused', details: { reason: expect.any(String), options: [{ id: 'stay' }] } },
  })
  expect(await refusal(await change('demo:opnai'))).toMatchObject({ status: 422, error: { code: 'unknown_model' } })
  expect(await api.session(id)).toMatchObject({ active_model: 'demo:anthropic' })
})

test('uploads are stored once by content, whatever they are said to be, and go with a turn', async () => {
  const upload = (body: BodyInit, type: string) =>
    api.call('/attachments', { method: 'POST', body, headers: { 'content-type': type } })
  const stored = await (await upload(PNG, 'image/jpeg')).json()
  expect(stored).toEqual({
    data: expect.stringMatching(/^attachments\/[0-9a-f]{64}$/),
    media_type: 'image/png',
    width: 1,
    height: 1,
  })
  expect(await (await upload(PNG, 'image/png')).json()).toEqual(stored)
  // A drawing that is a program is a text like any other.
  const drawing = (await (await upload('<svg onload="alert(1)"/>', 'image/svg+xml')).json()) as { data: string }
  const shown = await api.call(`/${drawing.data}`)
  expect(shown.headers.get('content-type')).toBe('application/octet-stream')
  expect(shown.headers.get('content-disposition')).toMatch(/^attachment/)
  expect((await upload(new Uint8Array(20_000_001), 'image/png')).status).toBe(413)
  const bytes = await api.call(`/${(stored as { data: string }).data}`)
  expect([bytes.headers.get('content-type'), bytes.headers.get('x-content-type-options')]).toEqual([
    'image/png',
    'nosniff',
  ])

  const id = await api.newSession()
  const watch = await api.watch(id)
  await api.say(id, 'what did you receive?', {
    content: [
      { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: PNG.toString('base64') } },
      { type: 'image', media_type: 'image/png', source: { kind: 'file_ref', data: (stored as { data: string }).data } },
      { type: 'text', text: 'what did you receive?' },
    ],
  })
  await watch.untilType('turn.completed')
  await watch.stop()
  const [said, answer] = await api.messages(id)
  expect(said?.content.map((block) => (block.type === 'image' ? block.source.kind : block.type))).toEqual([
    'file_ref',
    'file_ref',
    'text',
  ])
  expect(JSON.stringify(answer?.content)).toMatch(/pictures?:? ?2|2 pictures/i)
})

test('the stream: a snapshot, then everything, replayed from a cursor without loss or doubling', async () => {
  const id = await api.newSession()
  const watch = await api.watch(id)
  await watch.untilType('snapshot')
  expect(watch.frames[0]?.payload).toMatchObject({
    session: { id },
    messages: [],
    partial: null,
    turn: null,
    confirmations: [],
    cost_usd: '0',
    unpriced_calls: 0,
  })
  await api.say(id, 'hello')
  await watch.untilType('text.delta', 5)
  const cut = watch.frames.findLastIndex((frame) => frame.type === 'text.delta') - 2
  const resumed = await api.watch(id, watch.frames[cut]?.id)
  await Promise.all([watch.untilType('turn.completed'), resumed.untilType('turn.completed')])
  const ids = (frames: readonly { id: string }[]) => frames.map((frame) => frame.id)
  // What follows the end of a turn reaches one before the other, and may come to either while they are compared.
  await expect(() => expect(ids(resumed.frames)).toEqual(ids(watch.frames.slice(cut + 1)))).toPass({ timeout: 10_000 })
  await Promise.all([watch.stop(), resumed.stop()])

  const unknown = await api.watch(id, '01JZUNKNOWN000000000000000')
  await unknown.untilType('snapshot')
  expect(unknown.frames[0]?.payload).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant' }] })
  await unknown.stop()
})

test('a client that joins in mid-answer sees it whole', async () => {
  const id = await api.newSession()
  const first = await api.watch(id)
  const { turn_id } = await api.say(id, 'very long, please')
  await first.untilType('text.delta', 8)
  const second = await api.watch(id)
  await second.untilType('text.delta', 8)
  await api.cancel(id, turn_id)
  await Promise.all([first.untilType('message.complete'), second.untilType('message.complete')])
  const snapshot = second.frames.find((frame) => frame.type === 'snapshot')
  const partial = snapshot?.type === 'snapshot' ? snapshot.payload.partial : null
  const early = partial?.content[0]?.type === 'text' ? partial.content[0].text : ''
  const later = second.frames.flatMap((frame) => (frame.type === 'text.delta' ? [frame.payload.text] : [])).join('')
  const complete = second.frames.find((frame) => frame.type === 'message.complete')
  const whole = complete?.type === 'message.complete' && complete.payload.final_content[0]
  expect(early).not.toBe('')
  expect(whole && whole.type === 'text' ? whole.text : '').toBe(early + later)
  await Promise.all([first.stop(), second.stop()])
})

test('one turn at a time; a cancel stops it, keeps what came, and may be repeated', async () => {
  const id = await api.newSession()
  const watch = await api.watch(id)
  const { turn_id } = await api.say(id, 'very long, please')
  expect(
    await refusal(await api.post(`/sessions/${id}/turns`, { content: [{ type: 'text', text: 'hi' }] })),
  ).toMatchObject({
    status: 409,
    error: { code: 'turn_in_progress' },
  })
  await watch.untilType('text.delta', 3)
  expect((await api.cancel(id, turn_id)).status).toBe(202)
  expect((await api.cancel(id, turn_id)).status).toBe(202)
  await watch.untilType('turn.cancelled')
  expect((await api.cancel(id, turn_id)).status).toBe(202)
  await watch.stop()
  const messages = await api.messages(id)
  expect(messages.at(-1)?.metadata).toMatchObject({ status: 'cancelled', turn_id })
  expect(JSON.stringify(messages.at(-1)?.content).length).toBeGreaterThan(20)
})

test('no answer of the API is kept by a cache or taken for another type', async () => {
  const id = await api.newSession()
  const about = async (path: string, init: RequestInit = {}) => {
    const { status, headers, body } = await api.call(path, init)
    await body?.cancel()
    return [status, headers.get('cache-control'), headers.get('x-content-type-options')]
  }
  for (const path of ['/health', '/models', '/sessions', `/sessions/${id}`, `/sessions/${id}/messages`]) {
    expect(await about(path), path).toEqual([200, 'no-store', 'nosniff'])
  }
  for (const [status, path, init] of [
    [404, '/no-such-thing', {}],
    [404, '', {}],
    [404, '/sessions/nowhere', { method: 'DELETE' }],
    [400, '/sessions/%ff', {}],
    [403, '/sessions', { headers: { origin: 'https://evil.example' } }],
    [405, '/sessions', { method: 'PUT' }],
    [204, '/sessions', { method: 'OPTIONS' }],
    [415, '/sessions', { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }],
  ] as const) {
    expect(await about(path, init), `${status} ${path}`).toEqual([status, 'no-store', 'nosniff'])
  }
  expect(await about(`/sessions/${id}/stream`)).toEqual([200, 'no-store, no-transform', 'nosniff'])
  const upload = await api.call('/attachments', { method: 'POST', body: PNG, headers: { 'content-type': 'image/png' } })
  const { data } = (await upload.json()) as { data: string }
  expect(await about(`/${data}`)).toEqual([200, 'private, max-age=31536000, immutable', 'nosniff'])
  expect(await about(`/sessions/${id}`, { method: 'DELETE' })).toEqual([204, 'no-store', 'nosniff'])
})

test('a body that is not said to be JSON is refused with what to send; a request without one needs no type', async () => {
  const id = await api.newSession()
  const turn = JSON.stringify({ content: [{ type: 'text', text: 'hi' }] })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { 'content-type': type }
    expect(await refusal(await api.call(`/sessions/${id}/turns`, { method: 'POST', body: turn, headers }))).toEqual({
      status: 415,
      error: { code: 'unsupported_media', message: expect.stringContaining('"content-type: application/json"') },
    })
    expect((await api.call(`/sessions/${id}`, { method: 'PATCH', body: '{}', headers })).status).toBe(415)
  }
  const untyped = await api.call('/sessions', { method: 'POST', body: new TextEncoder().encode('{}') })
  expect(await refusal(untyped)).toMatchObject({ status: 415, error: { code: 'unsupported_media' } })
  expect(await api.messages(id)).toEqual([])

  const { turn_id } = await api.say(id, 'very long, please')
  expect((await api.cancel(id, turn_id)).status).toBe(202)
  const utf8 = { 'content-type': 'application/json; charset=utf-8' }
  expect((await api.call('/sessions', { method: 'POST', body: '{}', headers: utf8 })).status).toBe(201)
})

/** All that a server answers to one request, by a socket: `fetch` sends no TRACE. */
async function exchange(baseURL: string, method: string, path: string): Promise<{ head: string; body: string }> {
  const { hostname, port, host } = new URL(baseURL)
  const socket = connect(Number(port), hostname)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
  return { head: head.toLowerCase(), body }
}

for (const method of ['PUT', 'TRACE', 'PROPFIND', 'QUERY', 'FOO', 'get']) {
  test(`${method} is answered with what there is, and with "not found" where there is nothing`, async ({ baseURL }) => {
    for (const [path, allow] of [
      ['/api/sessions', 'get, head, post, options'],
      ['/api/sessions/x/turns', 'post, options'],
      ['/api/sessions/x%41', 'get, head, patch, delete, options'],
    ]) {
      const { head, body } = await exchange(baseURL ?? '', method, path as string)
      expect(head).toContain('http/1.1 405 ')
      expect(head).toContain(`\r\nallow: ${allow}\r\n`)
      expect(head).toContain('\r\ncontent-type: application/json\r\n')
      expect(head).toContain('\r\ncache-control: no-store\r\n')
      expect(head).toContain('\r\nx-content-type-options: nosniff')
      expect(body).toContain('"code":"method_not_allowed"')
    }
    const nowhere = await exchange(baseURL ?? '', method, '/api/nowhere')
    expect(nowhere.head).toContain('http/1.1 404 ')
    expect(nowhere.body).toContain('"code":"not_found"')
  })
}

test('a request that comes again under its key is carried out once', async () => {
  const key = { 'idempotency-key': `key of ${crypto.randomUUID()}` }
  const [first, second] = await Promise.all([api.post('/sessions', {}, key), api.post('/sessions', {}, key)])
  const { id } = (await first.json()) as { id: string }
  expect([first.status, second.status, await second.json()]).toEqual([201, 201, { id }])

  const turns = `/sessions/${id}/turns`
  const turn = { content: [{ type: 'text', text: 'hello' }], model: 'demo:anthropic' }
  const watch = await api.watch(id)
  const [said, meanwhile] = await Promise.all([api.post(turns, turn, key), api.post(turns, turn, key)])
  const answer = await said.json()
  expect([said.status, meanwhile.status, await meanwhile.json()]).toEqual([202, 202, answer])
  await watch.untilType('turn.completed')
  const later = await api.post(turns, turn, key)
  expect([later.status, await later.json()]).toEqual([202, answer])
  await watch.stop()
  expect(await api.messages(id)).toHaveLength(2)

  const other = { content: [{ type: 'text', text: 'something else' }] }
  expect(await refusal(await api.post(turns, other, key))).toEqual({
    status: 422,
    error: { code: 'idempotency_mismatch', message: expect.stringContaining('under a new key') },
  })
  expect((await api.post(turns, turn, { 'idempotency-key': 'k'.repeat(201) })).status).toBe(400)

  await api.call(`/sessions/${id}`, { method: 'DELETE' })
  expect((await api.post(turns, turn, key)).status).toBe(404)
  expect(await (await api.post('/sessions', {}, key)).json()).toEqual({ id })
  expect((await api.call(`/sessions/${id}`)).status).toBe(404)
})

test('an upload that comes again under its key is the same one; other bytes are refused', async () => {
  const key = crypto.randomUUID()
  const upload = (bytes: BodyInit) =>
    api.call('/attachments', {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'image/png', 'idempotency-key': key },
    })
  const stored = await (await upload(PNG)).json()
  expect(await (await upload(PNG)).json()).toEqual(stored)
  expect(await refusal(await upload(Buffer.concat([PNG, PNG])))).toMatchObject({
    status: 422,
    error: { code: 'idempotency_mismatch' },
  })
})

test('nothing that only an adapter may read leaves the server', async () => {
  const id = await api.newSession()
  const watch = await api.watch(id)
  await api.say(id, 'think about the sea')
  await watch.untilType('turn.completed')
  await watch.stop()
  expect(JSON.stringify(watch.frames)).not.toContain('provider_raw')
  expect(await (await api.call(`/sessions/${id}/messages`)).text()).not.toContain('provider_raw')
})

test('other pages can neither read nor write, and pages carry a strict policy', async ({ request, page }) => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { host: 'evil.example' },
  ] as Record<string, string>[]) {
    expect((await request.get('/api/sessions', { headers })).status()).toBe(403)
    expect((await request.post('/api/sessions', { headers, data: {} })).status()).toBe(403)
  }
  expect((await request.get('/', { headers: { host: 'evil.example' } })).status()).toBe(403)
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  const nonces = await page
    .locator('script:not([src])')
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).nonce !== ''))
  expect(nonces.every(Boolean)).toBe(true)
})
