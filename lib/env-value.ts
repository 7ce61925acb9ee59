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
