/** Where somebody goes who has signed in: a page of this server, and never another one, whatever the address says. */
export function nextPage(search: string, origin: string): string {
  const said = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.parse(said, origin)
  if (!url || url.origin !== origin || !said.startsWith('/') || /^\/(api|sign-in|join)(\/|$)/.test(url.pathname))
    return '/'
  return url.pathname + url.search + url.hash
}
