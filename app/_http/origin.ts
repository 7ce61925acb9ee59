import { isIP } from 'node:net'
import type { Reachable } from '#lib/env.ts'
import { SCHEME } from './arrival.ts'

/** What is asked for. `change`: what a page may only ask of its own server. */
export type RequestKind = 'page' | 'read' | 'change'

const FOREIGN = 'requests from other web pages are not answered'

/**
 * Why a request may not be answered, or `null`; the one place that looks at who a request is addressed to, and from which
 * page it comes. On a server for this machine alone the host is this machine by name (DNS rebinding gives us a stranger's
 * name); on one that others can reach it is the public address, or an address in numbers where there is none. The browser
 * says that the page is our own: another port of localhost is `same-site` and not us. Requests without these headers come
 * from scripts; where a cookie says who asks, they change nothing.
 */
export function originProblem(headers: Headers, kind: RequestKind, reachable: Reachable | null): string | null {
  const host = headers.get('host') ?? ''
  const problem = reachable ? addressProblem(headers, host, reachable) : localProblem(host)
  if (problem) return problem
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site) {
    if (site !== 'same-origin' && site !== 'none' && !(kind === 'page' && opensPage(headers))) return FOREIGN
    return null
  }
  if (origin) return isOwnOrigin(origin, host, reachable) ? null : FOREIGN
  if (kind === 'change' && reachable) return 'what changes something says where it comes from: send an Origin header'
  return null
}

function localProblem(host: string): string | null {
  return isLoopback(host) ? null : 'this server answers under 127.0.0.1, localhost or [::1] only'
}

/** Letter by letter: a URL parser also finds this machine in `evil.example@127.0.0.1` and `localhost#.evil.example`. */
function isLoopback(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host)
}

function addressProblem(headers: Headers, host: string, { publicUrl }: Reachable): string | null {
  if (publicUrl === null) {
    return isLoopback(host) || isNumeric(host)
      ? null
      : 'this server answers under addresses in numbers only; METIS_PUBLIC_URL gives it a name'
  }
  const { host: own, protocol } = new URL(publicUrl)
  const said = [host, headers.get('x-forwarded-host')].filter((name) => name !== null)
  if (said.some((name) => withPort(name, protocol) !== withPort(own, protocol))) {
    return `this server answers under ${publicUrl} only; behind a proxy, let that pass the Host header on`
  }
  const scheme = headers.get(SCHEME)
  if (scheme !== null && `${scheme}:` !== protocol) {
    return `this server is to be opened as ${publicUrl}`
  }
  return null
}

/** No name, so nothing that DNS could turn. */
function isNumeric(host: string): boolean {
  const [, v6, v4] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(host) ?? []
  return isIP(v6 ?? v4 ?? '') !== 0
}

function withPort(host: string, protocol: string): string {
  const usual = protocol === 'https:' ? '443' : '80'
  return /:\d+$/.test(host) ? host.toLowerCase() : `${host.toLowerCase()}:${usual}`
}

function isOwnOrigin(origin: string, host: string, reachable: Reachable | null): boolean {
  if (reachable?.publicUrl) return origin === reachable.publicUrl
  return URL.parse(origin)?.host === host.toLowerCase()
}

/** A link from elsewhere may open a page; nothing else may load, frame or call anything. */
function opensPage(headers: Headers): boolean {
  return headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
}
