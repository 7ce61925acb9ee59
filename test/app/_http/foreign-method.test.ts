import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { passOnForeignMethods } from '#app/_http/foreign-method.ts'
import { FOREIGN_METHOD } from '#app/_http/method.ts'

let server: Server
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** A server that says what it was asked, and all that it answers to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  server = createServer((request, response) => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, foreign: headers[FOREIGN_METHOD], host: headers.host }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  passOnForeignMethods(server)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  return await text(socket)
}

const request = (method: string, head = '') =>
  `${method} /api/x?y=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${head}\r\n`

test.each(['GET', 'POST', 'OPTIONS'])('%s goes on as it is', async (method) => {
  expect(await answerTo(request(method))).toContain(JSON.stringify({ method, url: '/api/x?y=1', host: '127.0.0.1' }))
})

test.each(['TRACE', 'PROPFIND', 'QUERY'])('%s comes to the route as a GET that says so', async (method) => {
  const seen = { method: 'GET', url: '/api/x?y=1', foreign: method, host: '127.0.0.1' }
  expect(await answerTo(request(method))).toContain(JSON.stringify(seen))
})

test.each(['FOO', 'get', 'M-NEW', 'POSTS'])('%s, which Node does not know, comes there too', async (method) => {
  const seen = { method: 'GET', url: '/api/x?y=1', foreign: 'TRACE', host: '127.0.0.1' }
  const answer = await answerTo(`${request(method, 'Content-Length: 5\r\n')}body!`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toContain(JSON.stringify(seen))
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', '400 Bad Request'],
  ['no path', 'FOO x HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ['a header that is none', 'GET / HTTP/1.1\r\nno header\r\n\r\n', '400 Bad Request'],
  ['too long a head', `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
])('what cannot be read is refused as Node does: %s', async (_, bytes, status) => {
  expect(await answerTo(bytes)).toBe(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
})
