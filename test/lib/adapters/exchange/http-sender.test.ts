import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendOverHttp } from '#lib/adapters/exchange/http-sender.ts'
import { wireServer } from '#test/support/wire-server.ts'

function send(
  url: string,
  { headers = {}, body = '{}', signal = new AbortController().signal, rest }: Partial<Asked> = {},
) {
  const method = body === null ? 'GET' : 'POST'
  return sendOverHttp(url, { method, headers, body, redirect: 'manual', signal, rest })
}

interface Asked {
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal
  rest: () => number
}

const textOf = async (answer: ReturnType<typeof send>) => new Response((await answer).body).text()

/** A server of raw bytes, below HTTP. */
async function rawServer(answer: string | null): Promise<string> {
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer !== null && socket.write(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a request', () => {
  test('says what hosts are used to, its own words first, and the length of its body', async () => {
    const server = await wireServer(() => ({}))
    await textOf(send(server.url, { headers: { accept: 'text/event-stream', 'x-api-key': 'k' }, body: '{"ü":1}' }))
    await textOf(send(server.url, { body: null }))
    expect(server.requests).toMatchObject([
      {
        body: '{"ü":1}',
        headers: {
          accept: 'text/event-stream',
          'x-api-key': 'k',
          'user-agent': 'node',
          'accept-encoding': 'gzip, br',
          'content-length': '8',
        },
      },
      { body: '', headers: { accept: '*/*' } },
    ])
    expect(server.requests[1]?.headers).not.toHaveProperty('content-length')
  })

  test('to an address with a password in it is not made', async () => {
    const server = await wireServer(() => ({}))
    const address = server.url.replace('127', 'somebody:secret@127')
    const refused = await send(address).catch((error: Error) => error)
    expect(String(refused)).toBe('TypeError: an address with a user name or a password in it is not called')
    expect(server.requests).toEqual([])
  })

  test('that cannot be written says why', async () => {
    await expect(send('http://127.0.0.1:1', { headers: { 'x-key': 'a\nb' } })).rejects.toThrow('Invalid character')
    await expect(send('nowhere')).rejects.toThrow('Invalid URL')
    await expect(send('ftp://127.0.0.1')).rejects.toThrow('Protocol "ftp:" not supported')
  })

  test('that is never connected is given up while there is time for another', async () => {
    // Whoever waits for its TLS in vain has no connection.
    const address = await rawServer(null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sent = send(`https://${address}`).catch((error: unknown) => error)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.advanceTimersByTime(9_999)
    expect(await Promise.race([sent, Promise.resolve('waits')])).toBe('waits')
    vi.advanceTimersByTime(1)
    expect(await sent).toMatchObject({ code: 'CONNECT_TIMEOUT', message: 'no connection within 10 s' })
  })

  test('that was connected may wait for its answer', async () => {
    const address = await rawServer(null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const controller = new AbortController()
    const sent = send(`http://${address}`, { signal: controller.signal }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    vi.advanceTimersByTime(60_000)
    expect(await Promise.race([sent, new Promise((wake) => setImmediate(() => wake('waits')))])).toBe('waits')
    controller.abort()
    expect(await sent).toMatchObject({ name: 'AbortError' })
  })
})

describe('an answer', () => {
  test('has its headers, repeated ones too', async () => {
    const address = await rawServer(
      'HTTP/1.1 429 Odd\r\nX-A: 1\r\nx-a: 2\r\nRetry-After: 3\r\ncontent-length: 2\r\n\r\nno',
    )
    const { status, headers, body } = await send(`http://${address}`)
    expect([status, headers.get('x-a'), headers.get('retry-after')]).toEqual([429, '1, 2', '3'])
    expect(await new Response(body).text()).toBe('no')
  })

  test('whose headers are none is refused', async () => {
    const address = await rawServer('HTTP/1.1 200 OK\r\nx-a: \u0001\r\ncontent-length: 2\r\n\r\nno')
    await expect(send(`http://${address}`)).rejects.toThrow()
  })

  test('that is not HTTP is told apart', async () => {
    const address = await rawServer('SSH-2.0-OpenSSH_9.2\r\n')
    await expect(send(`http://${address}`)).rejects.toMatchObject({ code: 'HPE_INVALID_CONSTANT' })
  })

  const words = `data: ${'words '.repeat(40)}\n\n`
  test.each([
    ['gzip', gzipSync(words)],
    ['x-gzip', gzipSync(words)],
    ['deflate', deflateSync(words)],
    ['br', brotliCompressSync(words)],
    ['deflate, GZIP', gzipSync(deflateSync(words))],
    ['identity', words],
    ['dcb', words],
  ])('packed as %s is unpacked, or left as it came', async (coding, bytes) => {
    const server = await wireServer(() => ({ chunks: [bytes], headers: { 'content-encoding': coding } }))
    const text = await textOf(send(server.url))
    expect(text).toBe(words)
  })

  test('that is packed over and over is not unpacked at all, and is let go of', async () => {
    const headers = { 'content-encoding': Array.from({ length: 6 }, () => 'gzip').join(', ') }
    const server = await wireServer(() => ({ chunks: ['packed'], headers, end: 'stall' }))
    await expect(send(server.url)).rejects.toThrow('the answer says that it is packed 6 times over')
    await vi.waitFor(() => expect(server.aborted).toBe(1))
  })

  test('without a body ends, however it is packed', async () => {
    const server = await wireServer(() => ({ headers: { 'content-encoding': 'gzip' } }))
    expect(await textOf(send(server.url))).toBe('')
  })

  test('that goes on in another protocol is none', async () => {
    const address = await rawServer(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    )
    await expect(send(`http://${address}`)).rejects.toThrow('the connection was closed before there was an answer')
  })

  test('that is packed as it goes is read as it comes', async () => {
    const packed = createGzip({ flush: constants.Z_SYNC_FLUSH })
    packed.write('data: 1\n\n')
    const [first] = (await once(packed, 'data')) as [Buffer]
    const server = await wireServer(() => ({ chunks: [first], headers: { 'content-encoding': 'gzip' }, end: 'stall' }))
    const reader = (await send(server.url)).body?.getReader()
    let text = ''
    while (!text.endsWith('\n\n')) text += new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toBe('data: 1\n\n')
    await reader?.cancel()
    await vi.waitFor(() => expect(server.aborted).toBe(1))
  })

  test('that is not packed as it says breaks off', async () => {
    const server = await wireServer(() => ({ chunks: ['plain'], headers: { 'content-encoding': 'gzip' } }))
    await expect(textOf(send(server.url))).rejects.toThrow('incorrect header check')
  })

  test.each([[''], ['gzip']])('that is cut off breaks off, packed or not: "%s"', async (coding) => {
    const [bytes] = coding === '' ? ['part'] : [gzipSync('part', { finishFlush: constants.Z_SYNC_FLUSH })]
    const server = await wireServer(() => ({ chunks: [bytes], headers: { 'content-encoding': coding }, end: 'drop' }))
    await expect(textOf(send(server.url))).rejects.toThrow()
  })

  test('is not read on while nobody takes it, and is let go of when it is cancelled', async () => {
    function* endless() {
      for (;;) yield Buffer.alloc(64 * 1024)
    }
    const server = await wireServer(() => ({ chunks: endless() }))
    const { body } = await send(server.url)
    let sent = -1
    await vi.waitUntil(
      () => {
        const stands = server.sent === sent
        sent = server.sent
        return stands
      },
      { interval: 100, timeout: 5_000 },
    )
    expect(sent).toBeLessThan(32_000_000)
    await body?.cancel()
    await vi.waitFor(() => expect(server.aborted).toBe(1))
  })

  test('breaks off where it is stopped', async () => {
    const controller = new AbortController()
    const server = await wireServer(() => ({ chunks: ['part'], end: 'stall' }))
    const { body } = await send(server.url, { signal: controller.signal })
    const reader = body?.getReader()
    await reader?.read()
    controller.abort()
    await expect(reader?.read()).rejects.toThrow()
    await vi.waitFor(() => expect(server.aborted).toBe(1))
  })
})

test('a connection may be silent while it is used, and is closed before its host does so when it is not', async () => {
  const server = createHttpServer((incoming, response) => {
    incoming.resume()
    setTimeout(() => response.end('late'), 4_500)
  })
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  const connected = once(server, 'connection') as Promise<[Socket]>
  await once(server, 'listening')
  const text = textOf(send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  const [socket] = await connected
  expect(await text).toBe('late')
  await once(socket, 'end')
}, 15_000)

test('a connection serves one request after the other', async () => {
  const server = await wireServer(() => ({ chunks: ['a'] }))
  const connect = vi.spyOn(Socket.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  for (let request = 0; request < 5; request += 1) await textOf(send(server.url))
  expect(connect).toHaveBeenCalledOnce()
})

describe('an answer of which nobody misses pieces for a while', () => {
  /** What its host writes, and who reads it. */
  async function answered(rest: () => number) {
    const host = Promise.withResolvers<ServerResponse>()
    const server = createHttpServer((incoming, response) => {
      incoming.resume()
      response.flushHeaders()
      host.resolve(response)
    })
    server.listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const { body } = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { rest })
    if (!body) throw new Error('the answer has no body')
    const reader = body.getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    return { host: await host.promise, reader, read }
  }

  const long = () => 60_000

  test('goes on once that is over', async () => {
    const rest = vi.fn(() => 20)
    const { host, read } = await answered(rest)
    host.write('one')
    expect(await read()).toBe('one')
    host.write('two')
    expect(await read()).toBe('two')
    expect(rest).toHaveBeenCalledTimes(2)
  })

  test('goes on in one piece, and at its end at the latest', async () => {
    const rest = vi.fn(long)
    const { host, reader, read } = await answered(rest)
    host.write('one ')
    await vi.waitFor(() => expect(rest).toHaveBeenCalled())
    host.write('two ')
    host.end('three')
    expect(await read()).toBe('one two three')
    expect(await reader.read()).toEqual({ done: true, value: undefined })
    expect(rest).toHaveBeenCalledOnce()
  })

  test('goes on with what came before it broke off', async () => {
    const rest = vi.fn(long)
    const { host, reader, read } = await answered(rest)
    const piece = read()
    host.write('one')
    await vi.waitFor(() => expect(rest).toHaveBeenCalled())
    host.destroy()
    expect(await piece).toBe('one')
    await expect(reader.read()).rejects.toThrow()
  })

  test('goes on when much of it has come', async () => {
    const rest = vi.fn(long)
    const { host, read } = await answered(rest)
    host.write('one ')
    await vi.waitFor(() => expect(rest).toHaveBeenCalled())
    host.write('x'.repeat(16_384))
    expect(await read()).toMatch(/^one x{12}/)
  })
})
