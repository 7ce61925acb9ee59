import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ADDRESS, noteArrival, SCHEME, trustedProxies } from '#app/_http/arrival.ts'

function arrived(remoteAddress: string, headers: Record<string, string>, networks: readonly string[] | null = []) {
  const request = { headers: { ...headers }, socket: { remoteAddress } } as unknown as IncomingMessage
  noteArrival(request, networks && trustedProxies(networks))
  return { address: request.headers[ADDRESS], scheme: request.headers[SCHEME] }
}

describe('where a request comes from', () => {
  test('is where its connection comes from', () => {
    expect(arrived('203.0.113.7', {}).address).toBe('203.0.113.7')
    expect(arrived('::ffff:203.0.113.7', {}).address).toBe('203.0.113.7')
  })

  test('is nothing that a client says itself', () => {
    const said = { 'x-forwarded-for': '198.51.100.1', [ADDRESS]: '198.51.100.2', [SCHEME]: 'https' }
    expect(arrived('203.0.113.7', said)).toEqual({ address: '203.0.113.7', scheme: undefined })
    expect(arrived('127.0.0.1', said, null)).toEqual({ address: '127.0.0.1', scheme: undefined })
  })

  test('is what a proxy on this machine says last, whatever the client had said before', () => {
    const said = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-forwarded-proto': 'https' }
    expect(arrived('127.0.0.1', said)).toEqual({ address: '203.0.113.7', scheme: 'https' })
    expect(arrived('::1', said)).toEqual({ address: '203.0.113.7', scheme: 'https' })
  })

  test('is behind all proxies that are named, and not beyond them', () => {
    const said = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 172.16.0.9' }
    expect(arrived('172.16.0.2', said).address).toBe('172.16.0.2')
    expect(arrived('172.16.0.2', said, ['172.16.0.0/12']).address).toBe('203.0.113.7')
    expect(arrived('fd00::2', said, ['fd00::/8', '172.16.0.9']).address).toBe('203.0.113.7')
  })

  test('is the proxy where it says nothing that is an address', () => {
    expect(arrived('127.0.0.1', { 'x-forwarded-for': 'unknown, _hidden' }).address).toBe('127.0.0.1')
  })
})
