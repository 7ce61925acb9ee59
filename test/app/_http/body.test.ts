import { expect, test } from 'vitest'
import { z } from 'zod'
import { readBody, readJson } from '#app/_http/body.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const post = (body: BodyInit | null, headers: Record<string, string> = JSON_TYPE) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const Named = z.strictObject({ name: z.string(), list: z.array(z.object({ count: z.number() })).optional() })

test('a body that fits its schema is returned', async () => {
  expect(await readJson(post('{"name":"x"}'), Named)).toEqual({ name: 'x' })
})

test('no body at all is an empty object, and needs no type', async () => {
  expect(await readJson(post(null, {}), z.strictObject({}))).toEqual({})
  expect(await readJson(post(''), z.strictObject({}))).toEqual({})
})

test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=latin1'])(
  'a body of the type %s is JSON',
  async (type) => {
    expect(await readJson(post('{"name":"x"}', { 'content-type': type }), Named)).toEqual({ name: 'x' })
  },
)

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq', 'application/jsonp', ''])(
  'a body of the type %j is not, whatever it holds',
  async (type) => {
    await expect(readJson(post('{"name":"x"}', { 'content-type': type }), Named)).rejects.toMatchObject({
      status: 415,
      code: 'unsupported_media',
      message: `the body must be JSON with the header "content-type: application/json"; this came as ${JSON.stringify(type)}`,
    })
  },
)

test('a body without a type is not JSON either', async () => {
  const bytes = new TextEncoder().encode('{"name":"x"}')
  await expect(readJson(post(bytes, {}), Named)).rejects.toMatchObject({
    status: 415,
    message: expect.stringMatching(/this came without any$/),
  })
})

test('every fault is named with its path', async () => {
  const request = post('{"name":1,"list":[{"count":1},{"count":"two"}],"extra":true}')
  await expect(readJson(request, Named)).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    details: [{ path: 'name' }, { path: 'list.1.count' }, { path: '', problem: expect.stringContaining('extra') }],
  })
})

test('what is not JSON, and what is not UTF-8, is said to be so', async () => {
  await expect(readJson(post('{"name":'), Named)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/not valid JSON/),
  })
  await expect(readJson(post(new Uint8Array([0x7b, 0xff, 0xfe])), Named)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/not valid UTF-8/),
  })
})

test('a body that says it is too large is refused unread', async () => {
  const request = post('x'.repeat(11), { 'content-length': '11' })
  await expect(readBody(request, 10)).rejects.toMatchObject({
    status: 413,
    code: 'too_large',
    details: { limit_bytes: 10 },
  })
  expect(request.bodyUsed).toBe(false)
})

test('a body that does not say is refused as soon as it is too large', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(1_000))
    },
  })
  await expect(readBody(post(endless), 10_000)).rejects.toMatchObject({ status: 413 })
  expect(pulled).toBeLessThan(20)
})

test('a body of exactly the limit passes', async () => {
  expect((await readBody(post('x'.repeat(10)), 10)).byteLength).toBe(10)
})
