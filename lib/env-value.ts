import { isIP } from 'node:net'
import { z } from 'zod'

/** Credentials belong in variables of their own, where the log knows to leave them out. */
export function address(protocols: readonly string[], fault: string) {
  return z.string().refine((text) => {
    const url = URL.parse(text)
    return url !== null && protocols.includes(url.protocol) && !url.username && !url.password && !url.hash
  }, fault)
}

export const ApiAddress = address(
  ['http:', 'https:'],
  'must be an http or https address, without user name or fragment',
)

export const Secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be one line of visible ASCII characters without spaces')

/** An address, or a network as in `172.16.0.0/12`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
