import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { setServerTimeouts } from '#app/_http/server-timeouts.ts'

test('a request may take as long as a large file needs, and a connection rests longer than a proxy lets it', async () => {
  setServerTimeouts()
  const server = createServer((_request, response) => response.end())
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  expect(server.requestTimeout).toBe(300_000)
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  // The first connection has it already: this one may come from a proxy.
  expect(headers.get('keep-alive')).toBe('timeout=180')
  expect(server.requestTimeout).toBe(43_200_000)
  expect(server.headersTimeout).toBe(60_000)
})
