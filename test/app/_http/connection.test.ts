import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOf, knowConnections } from '#app/_http/connection.ts'

/** A server each of whose answers is written by `answer`, with its request as a route is given it. */
async function serve(answer: (request: Request, response: ServerResponse) => void): Promise<number> {
  knowConnections(null)
  const http = createServer((incoming, response) => {
    answer(new Request('http://127.0.0.1/', { headers: incoming.headers as Record<string, string> }), response)
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
  })
  return (http.address() as AddressInfo).port
}

/** What a client that says this is answered, byte for byte, until the connection is closed. */
async function exchange(port: number, said: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(said)
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n(.*)/s)
  return { head, body }
}

const bytes = (said: string) => new TextEncoder().encode(said)

test('a route finds the connection of its own request, whatever its client says, and not once it is closed', async () => {
  const requests: Request[] = []
  const port = await serve((request, response) => {
    requests.push(request)
    response.flushHeaders()
    connectionOf(request)?.write(bytes(`answer ${requests.length}`), () => response.end())
  })
  const url = `http://127.0.0.1:${port}`
  expect(await (await fetch(url)).text()).toBe('answer 1')
  expect(await (await fetch(url, { headers: { 'x-metis-connection': '1' } })).text()).toBe('answer 2')
  await expect.poll(() => requests.map((request) => connectionOf(request))).toEqual([undefined, undefined])
})

test('where nobody looks for connections there is none', () => {
  expect(connectionOf(new Request('http://127.0.0.1/'))).toBeUndefined()
})

/** Writes past the response between two writes of its own. */
const writeAround = (request: Request, response: ServerResponse) => {
  const connection = connectionOf(request)
  expect(connection?.headersSent).toBe(false)
  response.write('one ')
  expect(connection?.headersSent).toBe(true)
  connection?.write(bytes('two – zwei '), () => {})
  connection?.write(bytes('three '), () => response.end('four'))
}

test('what is written to the connection is a chunk each of the response, in the order in which all was written', async () => {
  const port = await serve(writeAround)
  const { head, body } = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(head).toMatch(/^transfer-encoding: chunked$/im)
  expect(body).toBe('4\r\none \r\nd\r\ntwo – zwei \r\n6\r\nthree \r\n4\r\nfour\r\n0\r\n\r\n')
})

test('a client that knows no chunks gets the bytes alone', async () => {
  const port = await serve(writeAround)
  const { head, body } = await exchange(port, 'GET / HTTP/1.0\r\nHost: x\r\n\r\n')
  expect(head).not.toMatch(/^transfer-encoding/im)
  expect(body).toBe('one two – zwei three four')
})

test('a response whose turn has not come waits for the one before it', async () => {
  const waiting: ServerResponse[] = []
  const port = await serve((request, response) => {
    waiting.push(response)
    if (waiting.length < 2) return
    writeAround(request, response)
    waiting[0]?.end('first')
  })
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n'
  const { body } = await exchange(port, `${get}\r\n${get}Connection: close\r\n\r\n`)
  const [first, second] = body.split(/(?=HTTP\/1.1)/)
  expect(first).toBe('first')
  expect(second).toMatch(/\r\n\r\n4\r\none \r\nd\r\ntwo – zwei \r\n6\r\nthree \r\n4\r\nfour\r\n0\r\n\r\n$/)
})
