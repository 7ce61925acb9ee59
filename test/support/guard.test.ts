import { createServer, get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { takeFaults } from './guard.ts'

describe('a test that', () => {
  test('writes a warning or an error to the console is caught', () => {
    console.error('failed: %s', 'why', { code: 1 })
    console.warn('careful')
    expect(takeFaults()).toEqual([
      'unexpected console.error: failed: why { code: 1 }',
      'unexpected console.warn: careful',
    ])
  })

  test('fetches from another machine is caught, and the request fails', async () => {
    await expect(fetch('http://192.0.2.1/')).rejects.toThrow('fetch failed')
    await expect(fetch('https://metis.invalid/')).rejects.toThrow('fetch failed')
    expect(takeFaults()).toEqual([
      'a connection left the machine: 192.0.2.1',
      'a connection left the machine: metis.invalid',
    ])
  })

  test.each([
    ['http', () => get('http://192.0.2.1/')],
    ['a socket by port and host', () => connect(80, '192.0.2.1')],
    ['a socket by options', () => connect({ port: 80, host: '192.0.2.1' })],
  ])('connects to another machine through %s is caught', async (_, open) => {
    const error = await new Promise((fail) => open().on('error', fail))
    expect(String(error)).toContain('ECONNREFUSED')
    expect(takeFaults()).toEqual(['a connection left the machine: 192.0.2.1'])
  })

  test('talks to a server of its own is left alone', async () => {
    const server = createServer((_, response) => response.end('hello'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('hello')
    }
    await new Promise((closed) => server.close(closed))
    expect(takeFaults()).toEqual([])
  })
})
