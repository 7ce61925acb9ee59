import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { portFault } from '#app/port.ts'

async function listening(host: string) {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port }
}

test('a port that everyone listens on is in use, and free again once nobody does', async () => {
  const { server, port } = await listening('0.0.0.0')
  expect(await portFault('127.0.0.1', port)).toMatch(`Port ${port} is in use`)
  server.close()
  await once(server, 'close')
  expect(await portFault('127.0.0.1', port)).toBeNull()
  // The question itself leaves nothing behind.
  expect(await portFault('127.0.0.1', port)).toBeNull()
})

test('an address of another machine is said', async () => {
  expect(await portFault('192.0.2.1', 4_199)).toBe(
    'HOST 192.0.2.1 is no address of this machine: use another one, for instance HOST=127.0.0.1.',
  )
})
