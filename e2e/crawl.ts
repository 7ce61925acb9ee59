/** What a server has answered, and all that it said with it. */
interface Served {
  address: string
  type: string
  headers: Headers
  /** Headers and body as one text. */
  all: string
}

const ADDRESSES =
  /(?:href|src|content|url)\s*[=(]\s*["']?(\/[^"')\s>]+|https?:[^"')\s>]+)|["'](\/?_next\/static\/[^"']+|\/s\/[^"'\\]+)["'\\]/g

/** A page, and whatever on the same server its answers name, with the source maps that scripts and styles may have. */
export async function everythingServed(start: string): Promise<Served[]> {
  const { origin } = new URL(start)
  const waiting = [start]
  const seen = new Set<string>(waiting)
  const served: Served[] = []
  const wish = (address: string) => {
    const url = URL.parse(address.replaceAll('&amp;', '&'), origin)
    if (url?.origin !== origin || seen.has(url.href)) return
    seen.add(url.href)
    waiting.push(url.href)
  }
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const response = await fetch(address, { redirect: 'manual' })
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
    const { headers } = response
    const said = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const type = headers.get('content-type') ?? ''
    served.push({ address, type, headers, all: `${said}\n\n${body}` })
    const { pathname } = new URL(address)
    if (/\.(js|css)$/.test(pathname)) wish(`${pathname}.map`)
    // What a page of the product names beyond itself is another page.
    const isOfShare = pathname.startsWith('/s/') || pathname.startsWith('/_next/')
    if (isOfShare) for (const [, named, quoted] of body.matchAll(ADDRESSES)) wish(named ?? quoted ?? '')
    if (pathname.startsWith('/s/')) for (const [, named = ''] of said.matchAll(/<([^>]+)>/g)) wish(named)
  }
  return served
}
