import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { allowLongUploads } from '#app/_http/long-upload.ts'

test('a request may take as long as a large file needs, once somebody has connected', async () => {
  allowLongUploads()
  const server = createServer((_request, response) => response.end())
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  expect(server.requestTimeout).toBe(300_000)
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(server.requestTimeout).toBe(43_200_000)
  expect(server.headersTimeout).toBe(60_000)
})
