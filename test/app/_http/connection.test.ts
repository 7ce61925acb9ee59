import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectionOf, knowConnections } from '#app/_http/connection.ts'

test('a route finds the connection of its own request, whatever its client says, and not once it is closed', async () => {
  knowConnections()
  const seen: { request: Request; response: ServerResponse; found: ServerResponse | undefined }[] = []
  const http = createServer((incoming, response) => {
    const request = new Request('http://127.0.0.1/', { headers: incoming.headers as Record<string, string> })
    seen.push({ request, response, found: connectionOf(request) })
    response.end()
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  await (await fetch(url)).text()
  await (await fetch(url, { headers: { 'x-metis-connection': '1' } })).text()
  http.closeAllConnections()
  http.close()
  await once(http, 'close')
  expect(seen.map(({ found, response }) => found === response)).toEqual([true, true])
  expect(seen.map(({ request }) => connectionOf(request))).toEqual([undefined, undefined])
})

test('where nobody looks for connections there is none', () => {
  expect(connectionOf(new Request('http://127.0.0.1/'))).toBeUndefined()
})
