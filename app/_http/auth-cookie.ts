import type { Reachable } from '#lib/env.ts'
import type { Origin } from '#lib/people/sign-in.ts'
import { ADDRESS } from './arrival.ts'

/** What a cookie says: who is signed in, or which browser it is that has something to prove. */
type Kind = 'session' | 'browser'

const NAMES = { session: 'metis', browser: 'metis-browser' } as const satisfies Record<Kind, string>

/** Seconds; how long they hold, the server says. */
const LIVES = { session: 90 * 24 * 60 * 60, browser: 15 * 60 } as const satisfies Record<Kind, number>

/** `__Host-`: a browser takes it from this very host alone, and over TLS alone. */
function nameOf(kind: Kind, reachable: Reachable | null): string {
  return isSecure(reachable) ? `__Host-${NAMES[kind]}` : NAMES[kind]
}

/** Of two by one name none counts: one of them may be planted. */
export function tokenOf(headers: Headers, reachable: Reachable | null, kind: Kind = 'session'): string | null {
  const name = nameOf(kind, reachable)
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const own = cookies.filter((pair) => pair.startsWith(`${name}=`))
  return own.length === 1 ? (own[0]?.slice(name.length + 1) ?? null) : null
}

/** `token` null takes the cookie back. */
export function cookieOf(token: string | null, reachable: Reachable | null, kind: Kind = 'session'): string {
  const life = token === null ? 0 : LIVES[kind]
  return `${nameOf(kind, reachable)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secureSuffix(reachable)}`
}

export function originOf(headers: Headers): Origin {
  return { address: headers.get(ADDRESS) ?? '', user_agent: headers.get('user-agent') ?? '' }
}

/** Of a cookie that is for this server alone. */
export function secureSuffix(reachable: Reachable | null): string {
  return isSecure(reachable) ? '; Secure' : ''
}

function isSecure(reachable: Reachable | null): boolean {
  return reachable?.publicUrl?.startsWith('https:') === true
}
