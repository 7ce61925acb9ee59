import { LOCAL_OWNER } from '#lib/principal.ts'
import type { LinkHolder } from '#lib/share/shared-links.ts'
import type { Server } from '../server.ts'
import { originOf, secureSuffix, tokenOf } from './auth-cookie.ts'
import { asHttpError } from './refusal.ts'

/** What a browser keeps that has said the password of a share; it is sent to the addresses of that share alone. */
const PROOF = 'metis-share'
const PROOF_LIFE = 30 * 24 * 60 * 60

/** What an answer says of itself that belongs to a link: nobody lists it, keeps it or learns where a reader came from. */
export const LINK_HEADERS = {
  'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
} as const

/** Set on requests for pages behind a link, for what is around every page: who reads it is no matter of theirs. */
export const BEHIND_LINK = 'x-metis-link'

export function shareAddress(token: string): string {
  return `/s/${encodeURIComponent(token)}`
}

/** Who comes with a link, by what a request says. */
export async function linkHolder(
  headers: Headers,
  { reachable, access }: Pick<Server, 'reachable' | 'access'>,
  token: string,
): Promise<LinkHolder> {
  const from = originOf(headers)
  const found = access && (await access.signIn.find(tokenOf(headers, reachable), from))
  const proof = new RegExp(`(?:^|;\\s*)${PROOF}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1]
  return {
    token,
    principal: access === null ? LOCAL_OWNER : (found?.principal ?? null),
    address: from.address,
    ...(proof !== undefined && { proof }),
  }
}

export function proofCookie(token: string, proof: string, reachable: Server['reachable']): string {
  return `${PROOF}=${proof}; Path=${shareAddress(token)}; HttpOnly; SameSite=Lax; Max-Age=${PROOF_LIFE}${secureSuffix(reachable)}`
}

/** Behind a link all answers say the same of themselves, whatever they are. */
export async function answerBehindLink(answer: () => Promise<Response>): Promise<Response> {
  const response = await answer().catch(refused)
  for (const [name, value] of Object.entries(LINK_HEADERS)) response.headers.set(name, value)
  return response
}

export function nothingThere(): Response {
  return new Response('there is nothing here', { status: 404, headers: PLAIN })
}

const PLAIN = { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' }

function refused(cause: unknown): Response {
  const refusal = asHttpError(cause)
  if (!refusal) throw cause
  return refusal.toResponse()
}
