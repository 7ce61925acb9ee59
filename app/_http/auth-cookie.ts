import type { Reachable } from '#lib/env.ts'
import type { Origin } from '#lib/people/sign-in.ts'
import { ADDRESS } from './arrival.ts'

/** Seconds; how long a session lasts, the server says. */
const LIFE = 90 * 24 * 60 * 60

/** `__Host-`: a browser takes it from this very host alone, and over TLS alone. */
function nameOf(reachable: Reachable | null): string {
  return isSecure(reachable) ? '__Host-metis' : 'metis'
}

/** Of two by one name none counts: one of them may be planted. */
export function tokenOf(headers: Headers, reachable: Reachable | null): string | null {
  const name = nameOf(reachable)
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const own = cookies.filter((pair) => pair.startsWith(`${name}=`))
  return own.length === 1 ? (own[0]?.slice(name.length + 1) ?? null) : null
}

/** `token` null takes the cookie back. */
export function cookieOf(token: string | null, reachable: Reachable | null): string {
  const secure = isSecure(reachable) ? '; Secure' : ''
  const life = token === null ? 0 : LIFE
  return `${nameOf(reachable)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`
}

export function originOf(headers: Headers): Origin {
  return { address: headers.get(ADDRESS) ?? '', user_agent: headers.get('user-agent') ?? '' }
}

function isSecure(reachable: Reachable | null): boolean {
  return reachable?.publicUrl?.startsWith('https:') === true
}
