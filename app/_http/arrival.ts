import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Where a request comes from, as this server sees it; whatever a client sends by this name is written over. */
export const ADDRESS = 'x-metis-address'
/** How it reached the proxy that a request came through, where that says so: the framework fills in its own guess for it. */
export const SCHEME = 'x-metis-scheme'

/** Those of this machine, and those that are named. */
export function trustedProxies(networks: readonly string[]): BlockList {
  const trusted = new BlockList()
  trusted.addSubnet('127.0.0.0', 8)
  trusted.addAddress('::1', 'ipv6')
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return trusted
}

/**
 * Notes where a request comes from before the framework sees it. What stands in X-Forwarded-For is read from its end, as far
 * as it was written by proxies that are trusted: what stands before that, anybody may have sent. `proxies` null: there are none.
 */
export function noteArrival(request: IncomingMessage, proxies: BlockList | null): void {
  const { headers, socket } = request
  const remote = plainAddress(socket.remoteAddress ?? '')
  const isTrusted = (address: string) =>
    proxies !== null && isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  const forwarded = isTrusted(remote)
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map(plainAddress)
    : []
  const hops = [...forwarded.filter((address) => isIP(address) !== 0), remote]
  headers[ADDRESS] = hops.findLast((address) => !isTrusted(address)) ?? hops[0] ?? remote
  delete headers[SCHEME]
  const scheme = headers['x-forwarded-proto']
  if (isTrusted(remote) && typeof scheme === 'string') headers[SCHEME] = scheme.split(',')[0]?.trim() ?? ''
}

/** IPv4 that is written as IPv6 is IPv4. */
function plainAddress(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}
