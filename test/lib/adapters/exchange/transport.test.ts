import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TransportError } from '#lib/adapters/exchange/stop.ts'
import type { SendOptions } from '#lib/adapters/exchange/transport.ts'
import { send } from '#lib/adapters/exchange/transport.ts'
import { closedPort, wireServer } from '#test/support/wire-server.ts'

function options(fields: Partial<SendOptions> & Pick<SendOptions, 'url'>): SendOptions {
  const { signal = new AbortController().signal } = fields
  return { headers: {}, body: '{}', timeoutMs: 5_000, idleTimeoutMs: 5_000, ...fields, signal }
}

async function readAll(exchange: Awaited<ReturnType<typeof send>>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = await exchange.read(); bytes !== null; bytes = await exchange.read())
    text += decoder.decode(bytes, { stream: true })
  return text
}

test('a request is posted and its body read piece by piece', async () => {
  const server = await wireServer(() => ({ chunks: ['a', 'b', 'c'], headers: { 'x-id': '7' } }))
  const exchange = await send(options({ url: `${server.url}/v1/x`, headers: { 'x-api-key': 'k' }, body: '{"a":1}' }))
  expect([exchange.status, exchange.headers.get('x-id'), await readAll(exchange)]).toEqual([200, '7', 'abc'])
  expect(server.requests).toMatchObject([{ url: '/v1/x', body: '{"a":1}', headers: { 'x-api-key': 'k' } }])
  exchange.release()
  exchange.release()
})

test('a redirect is not followed: the keys are for this host alone', async () => {
  const other = await wireServer(() => ({}))
  const server = await wireServer(() => ({ status: 307, headers: { location: other.url } }))
  const exchange = await send(options({ url: server.url }))
  expect([exchange.status, exchange.headers.get('location')]).toEqual([307, other.url])
  exchange.release()
  expect(other.requests).toEqual([])
})

test('a body is read up to a limit, and the rest is not waited for', async () => {
  const server = await wireServer(() => ({ chunks: ['über', 'und über'], end: 'stall' }))
  const exchange = await send(options({ url: server.url }))
  expect(await exchange.text(9)).toBe('überund ')
  exchange.release()
  await vi.waitFor(() => expect(server.aborted).toBe(1))
})

test('a response without a body ends at once', async () => {
  const empty = async () => new Response(null, { status: 204 })
  const exchange = await send(options({ url: 'http://127.0.0.1', fetch: empty }))
  expect(await exchange.read()).toBe(null)
})

describe('a failure', () => {
  test('of the connection says what to check', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`
    await expect(send(options({ url }))).rejects.toThrow('nothing listens at that address (ECONNREFUSED)')
  })

  test('a server that hangs up before its answer is a transport error', async () => {
    const server = await wireServer(() => 'refuse')
    await expect(send(options({ url: server.url }))).rejects.toBeInstanceOf(TransportError)
  })

  test('a dropped connection rejects the read after what arrived', async () => {
    const server = await wireServer(() => ({ chunks: ['part'], end: 'drop' }))
    const exchange = await send(options({ url: server.url }))
    expect(new TextDecoder().decode((await exchange.read()) ?? undefined)).toBe('part')
    await expect(exchange.read()).rejects.toBeInstanceOf(TransportError)
    exchange.release()
  })

  test('no headers in time is a transport error', async () => {
    const held: (() => void)[] = []
    onTestFinished(() => {
      for (const release of held) release()
    })
    const slow: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        held.push(() => reject(init?.signal?.reason))
      })
    await expect(send(options({ url: 'http://127.0.0.1', fetch: slow, timeoutMs: 20 }))).rejects.toThrow(
      'no answer within 0.02 s',
    )
  })

  test('silence between bytes is a transport error, and the connection is closed', async () => {
    const server = await wireServer(() => ({ chunks: ['part'], end: 'stall' }))
    const exchange = await send(options({ url: server.url, idleTimeoutMs: 30 }))
    await exchange.read()
    await expect(exchange.read()).rejects.toThrow('nothing arrived for 0.03 s')
    await vi.waitFor(() => expect(server.aborted).toBe(1))
  })
})

describe('an abort', () => {
  const reason = new Error('stopped by the caller')

  test('before the request sends nothing', async () => {
    const silent = vi.fn<typeof fetch>()
    await expect(
      send(options({ url: 'http://127.0.0.1', fetch: silent, signal: AbortSignal.abort(reason) })),
    ).rejects.toBe(reason)
    expect(silent).not.toHaveBeenCalled()
  })

  test('while a fetch that ignores its signal runs rejects at once, and a late body is let go', async () => {
    const controller = new AbortController()
    const cancelled = Promise.withResolvers<unknown>()
    const late = Promise.withResolvers<Response>()
    const posting = send(options({ url: 'http://127.0.0.1', fetch: () => late.promise, signal: controller.signal }))
    controller.abort(reason)
    await expect(posting).rejects.toBe(reason)
    late.resolve(new Response(new ReadableStream({ cancel: cancelled.resolve })))
    await cancelled.promise
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  test('while a body that ignores the signal is read rejects the read and cancels the body', async () => {
    const controller = new AbortController()
    const cancelled = Promise.withResolvers<unknown>()
    const body = new ReadableStream<Uint8Array>({ cancel: cancelled.resolve })
    const exchange = await send(
      options({ url: 'http://127.0.0.1', fetch: async () => new Response(body), signal: controller.signal }),
    )
    const reading = exchange.read()
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await expect(exchange.read()).rejects.toBe(reason)
    expect(await cancelled.promise).toBe(reason)
    exchange.release()
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })
})
