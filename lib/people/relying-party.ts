import { isIP } from 'node:net'

/** For whom a device makes passkeys (WebAuthn §4): they hold for this name and no other. */
export interface RelyingParty {
  /** A host name. */
  id: string
  origin: string
}

/** Null where browsers have no passkeys: without TLS, or under an address in numbers. */
export function relyingParty(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return null
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname)
  const isName = !hostname.startsWith('[') && isIP(hostname) === 0
  return isSecure && isName ? { id: hostname, origin } : null
}
