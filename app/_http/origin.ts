/**
 * Why a request may not be answered, or `null`. There is no sign-in: what keeps other web pages out is that the host is
 * this machine by name (DNS rebinding gives us a stranger's name) and that the browser says the page is our own. Another
 * port of localhost is `same-site` and not us. Requests without these headers come from scripts.
 */
export function originProblem(headers: Headers, kind: 'api' | 'page'): string | null {
  const host = headers.get('host')
  if (!host || !isLoopback(host)) {
    return 'this server answers under 127.0.0.1, localhost or [::1] only'
  }
  const site = headers.get('sec-fetch-site')
  if (site) {
    if (site === 'same-origin' || site === 'none') return null
    // A link from elsewhere may open a page; nothing else may load, frame or call anything.
    if (kind === 'page' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document')
      return null
    return 'requests from other web pages are not answered'
  }
  const origin = headers.get('origin')
  if (origin && URL.parse(origin)?.host !== host.toLowerCase()) return 'requests from other web pages are not answered'
  return null
}

/** Letter by letter: a URL parser also finds this machine in `evil.example@127.0.0.1` and `localhost#.evil.example`. */
function isLoopback(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host)
}
