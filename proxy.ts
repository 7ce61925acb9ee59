import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './app/_http/content-security-policy.ts'
import { invalidRequest } from './app/_http/http-error.ts'
import { FOREIGN_METHOD } from './app/_http/method.ts'
import { originProblem } from './app/_http/origin.ts'
import { passageTo } from './app/_http/page-gate.ts'
import { runningServer } from './app/running-server.ts'

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
  const installed = await runningServer()
  const problem = originProblem(request.headers, 'page', installed.reachable)
  if (problem) return new NextResponse(problem, { status: 403, headers: PLAIN })
  const passage = await passageTo(request, installed)
  if (!passage.pass) {
    if ('refusal' in passage) return new NextResponse(passage.refusal, { status: 401, headers: PLAIN })
    // The address that the browser knows, which behind a proxy is not that of the request; its host was looked at above.
    const origin = installed.reachable?.publicUrl ?? `http://${request.headers.get('host')}`
    return NextResponse.redirect(new URL(passage.to, origin), { status: 303, headers: { 'cache-control': 'no-store' } })
  }
  const nonce = crypto.randomUUID()
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'no-referrer')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  response.headers.set('cross-origin-resource-policy', 'same-origin')
  return response
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
