import { type NextRequest, NextResponse } from 'next/server'
import { isViewing } from '#lib/share/viewing.ts'
import { DIAGRAM_ADDRESS } from './app/_content/diagram/address.ts'
import { contentSecurityPolicy, diagramPolicy } from './app/_http/content-security-policy.ts'
import { invalidRequest } from './app/_http/http-error.ts'
import { BEHIND_LINK, LINK_HEADERS, linkHolder, shareAddress } from './app/_http/link-holder.ts'
import { FOREIGN_METHOD } from './app/_http/method.ts'
import { originProblem } from './app/_http/origin.ts'
import { passageTo } from './app/_http/page-gate.ts'
import { type Server, server } from './app/server.ts'

/**
 * Pages and their files; API routes check for themselves, so that their bodies are not cut off on the way. Addresses with
 * escapes come here too: the framework answers 500 to one that cannot be decoded.
 */
export const config = { matcher: ['/((?!api(?:/|$)).*)', '/api/(.*%.*)'] }

const PLAIN = { 'content-type': 'text/plain' }

export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (!isDecodable(pathname)) {
    return invalidRequest([{ path: '', problem: 'the address holds an escape that is not UTF-8' }]).toResponse()
  }
  if (pathname.startsWith('/api/')) return NextResponse.next()
  if (request.headers.has(FOREIGN_METHOD)) {
    return new NextResponse('pages are there to GET', { status: 405, headers: { allow: 'GET, HEAD', ...PLAIN } })
  }
  const installed = await server()
  const problem = originProblem(request.headers, 'page', installed.reachable)
  if (problem) return new NextResponse(problem, { status: 403, headers: PLAIN })
  const passage = await passageTo(request, installed)
  if (!passage.pass) {
    if ('refusal' in passage) return new NextResponse(passage.refusal, { status: 401, headers: PLAIN })
    // The address that the browser knows, which behind a proxy is not that of the request; its host was looked at above.
    const origin = installed.reachable?.publicUrl ?? `http://${request.headers.get('host')}`
    return NextResponse.redirect(new URL(passage.to, origin), { status: 303, headers: { 'cache-control': 'no-store' } })
  }
  const token = sharedToken(pathname)
  const nonce = crypto.randomUUID()
  const policy = pathname === DIAGRAM_ADDRESS ? diagramPolicy(nonce) : contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.delete(BEHIND_LINK)
  if (token !== null) headers.set(BEHIND_LINK, '1')
  const isPage = token !== null && pathname === shareAddress(token)
  const status = isPage ? await linkStatus(request, installed, token) : 200
  const response = NextResponse.next({ request: { headers }, status })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'no-referrer')
  if (mayHaveOpener(request)) response.headers.set('cross-origin-opener-policy', 'same-origin')
  response.headers.set('cross-origin-resource-policy', 'same-origin')
  if (token !== null) for (const [name, value] of Object.entries(LINK_HEADERS)) response.headers.set(name, value)
  return response
}

/**
 * Whether a page of another site may have opened this one, and would hold its window. To take that from it the browser starts
 * a process of its own once the headers are there, and the first words come 150 ms and more later (2026-11-28): not where the
 * reader asked for the page, or a page of this server did. What says nothing of where it comes from may come from anywhere, and
 * so may who is shown the page that the service worker keeps, which is no navigation when it comes.
 */
function mayHaveOpener({ headers }: NextRequest): boolean {
  const from = headers.get('sec-fetch-site')
  return headers.get('sec-fetch-mode') !== 'navigate' || (from !== 'none' && from !== 'same-origin')
}

function sharedToken(pathname: string): string | null {
  const [, name] = /^\/s\/([^/]+)/.exec(pathname) ?? []
  return name === undefined ? null : decodeURIComponent(name)
}

/** A page of the framework cannot say its status itself. Here it is counted that somebody looks at what was shared, too. */
async function linkStatus(request: NextRequest, installed: Server, token: string): Promise<200 | 404 | 429> {
  const holder = await linkHolder(request.headers, installed, token)
  try {
    return (await installed.sharedLinks.open(holder, { counts: isViewing(request) })) ? 200 : 404
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TooManyAttemptsError') return 429
    throw cause
  }
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
