import type { Reachable } from '#lib/env.ts'
import type { Access } from '#lib/people/access.ts'
import { hasRole, type Role } from '#lib/principal.ts'
import { originOf, tokenOf } from './auth-cookie.ts'

/**
 * What is the same for everybody and says nothing of anybody: the code of the pages, those by which people come in, and the
 * one that shows what the browser itself has kept, which a service worker stores and must not find to be another.
 */
const OPEN =
  /^\/(?:_next\/static\/(?:(?!\.\.|%2f|%5c).)*|fonts\/[^/]+|sign-in|join|offline|diagram|sw\.js|favicon\.ico|icon\.svg|icon-[\w-]+\.png|apple-touch-icon\.png|shared\.png|manifest\.webmanifest)$/i

/** For whoever has the link; what it opens, and for whom, is looked at there. */
const BEHIND_LINKS = /^\/s\/[^/]+(?:\/[\w-]+)*$/

/** There is nothing to come in by where nobody signs in. */
const ENTRANCE = /^\/(?:sign-in|join)$/i

/** Pages that show something of the installation; whatever else there is, its people may see. */
const BY_ROLE: readonly (readonly [RegExp, Role])[] = [[/^\/(?:admin|settings\/keys)(?:[/.]|$)/, 'admin']]

/** What becomes of a request for a page, or for a file of one. */
export type Passage = { pass: true } | { pass: false; to: string } | { pass: false; refusal: string }

interface Installed {
  reachable: Reachable | null
  access: Access | null
}

/** Whoever may not see a page is led to where they can sign in, or to what they may see. What is not known here is refused. */
export async function passageTo(request: Request, { reachable, access }: Installed): Promise<Passage> {
  const { pathname, search } = new URL(request.url)
  if (access === null) return ENTRANCE.test(pathname) ? { pass: false, to: '/' } : { pass: true }
  if (OPEN.test(pathname) || BEHIND_LINKS.test(pathname)) return { pass: true }
  const found = await access.signIn.find(tokenOf(request.headers, reachable), originOf(request.headers))
  if (!found) {
    if (!isDocument(request)) return { pass: false, refusal: 'sign in first' }
    return { pass: false, to: `/sign-in?${new URLSearchParams({ next: pathname + search })}` }
  }
  // As the framework finds the page: an address with escapes leads to the same one.
  const page = decodeURIComponent(pathname)
  const needed = BY_ROLE.find(([pages]) => pages.test(page))?.[1]
  if (needed === undefined || hasRole(found.principal, needed)) return { pass: true }
  return isDocument(request)
    ? { pass: false, to: '/settings/account' }
    : { pass: false, refusal: 'this needs another role' }
}

/** A page that is to be shown, and not a part of one that is there already. */
function isDocument({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const wanted = headers.get('sec-fetch-dest')
  return wanted === null || wanted === 'document'
}
