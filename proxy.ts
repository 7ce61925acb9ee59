import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './app/_http/content-security-policy.ts'
import { invalidRequest } from './app/_http/http-error.ts'
import { FOREIGN_METHOD } from './app/_http/method.ts'
import { originProblem } from './app/_http/origin.ts'

/**
 * Pages and their files; API routes check for themselves, so that their bodies are not cut off on the way. Addresses with
 * escapes come here too: the framework answers 500 to one that cannot be decoded.
 */
export const config = { matcher: ['/((?!api(?:/|$)).*)', '/api/(.*%.*)'] }

const PLAIN = { 'content-type': 'text/plain' }

export function proxy(request: NextRequest): Response {
  const { pathname } = new URL(request.url)
  if (!isDecodable(pathname)) {
    return invalidRequest([{ path: '', problem: 'the address holds an escape that is not UTF-8' }]).toResponse()
  }
  if (pathname.startsWith('/api/')) return NextResponse.next()
  if (request.headers.has(FOREIGN_METHOD)) {
    return new NextResponse('pages are there to GET', { status: 405, headers: { allow: 'GET, HEAD', ...PLAIN } })
  }
  const problem = originProblem(request.headers, 'page')
  if (problem) return new NextResponse(problem, { status: 403, headers: PLAIN })
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
