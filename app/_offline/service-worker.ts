/// <reference lib="webworker" />

/**
 * Keeps the product readable while its server is away: the files of the page, one page that can show any chat, and the lists
 * that were last loaded. What the server answers goes first, so that nothing here is ever shown in its place. It runs as
 * it stands, without its types (`app/sw.js/route.ts`), so it imports nothing.
 */
declare const self: ServiceWorkerGlobalScope

const [FILES, LISTS] = ['metis-files', 'metis-lists']
const [MOST_FILES, MOST_LISTS] = [500, 20]
/** A page that shows, from what this browser keeps, whatever address it stands under. */
const SHELL = '/offline'
const UNCHANGING = /^\/(?:_next\/static|fonts)\//
const ICON = /^\/(?:icon|apple-touch-icon|favicon|manifest)[\w.-]*$/
const LIST = /^\/api\/(?:sessions|models|labels|settings)$/
const PICTURE = /^\/api\/attachments\/\w+$/

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

/** A page says which files it took: some of them came before there was anybody to keep them. */
self.addEventListener('message', (event) => {
  const { files } = event.data as { files: readonly string[] }
  event.waitUntil(Promise.all([keepShell(), keepFiles(files.filter((file) => UNCHANGING.test(file)))]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  const { pathname, searchParams } = url
  // What was shared can be taken back: nothing of it goes through here.
  if (pathname.startsWith('/s/')) return
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(page(event))
  } else if (UNCHANGING.test(pathname)) event.respondWith(file(request))
  else if (ICON.test(pathname) || PICTURE.test(pathname)) event.respondWith(orKept(request))
  else if (LIST.test(pathname) && !searchParams.has('cursor')) event.respondWith(list(event))
})

function page(event: FetchEvent): Promise<Response> {
  const asked = async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
  return answerOr(SHELL, asked)
}

/** Its address changes with what is in it. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await keepOnTheWay(FILES, MOST_FILES, request, response)
  return response
}

function list({ request }: FetchEvent): Promise<Response> {
  return answerOr(request, async () => {
    const response = await fetch(request)
    if (response.ok) await keepOnTheWay(LISTS, MOST_LISTS, request, response)
    return response
  })
}

function orKept(request: Request): Promise<Response> {
  return answerOr(request, () => fetch(request))
}

/** What the server answers, or where it is away what is kept under that name. */
async function answerOr(name: RequestInfo, ask: () => Promise<Response>): Promise<Response> {
  const kept = () => caches.match(name, { ignoreVary: true })
  let response: Response
  try {
    response = await ask()
  } catch (error) {
    const inPlace = await kept()
    if (inPlace) return inPlace
    throw error
  }
  return ((await isOfProxy(response)) && (await kept())) || response
}

/** A proxy says in this way that there is no server behind it. What the server itself says so has a code of its own, as in `refusalOf`. */
async function isOfProxy(response: Response): Promise<boolean> {
  if (![502, 503, 504].includes(response.status)) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: unknown } } | null
  return typeof body?.error?.code !== 'string'
}

async function keepShell(): Promise<void> {
  const response = await fetch(SHELL, { cache: 'no-store' })
  if (!response.ok) throw new Error(`${SHELL} answered ${response.status}`)
  const text = await response.clone().text()
  const files = new Set(text.match(/\/(?:_next\/static|fonts)\/[\w./~-]+\.\w+/g))
  await keepFiles([...files, '/icon.svg', '/manifest.webmanifest'])
  await (await caches.open(FILES)).put(SHELL, response)
}

async function keepFiles(files: readonly string[]): Promise<void> {
  for (const name of files) {
    if (await caches.match(name, { ignoreVary: true })) continue
    const response = await fetch(name)
    if (response.ok) await keep(FILES, MOST_FILES, name, response)
  }
}

/** Where somebody wants no more to be kept, what was is gone, and nothing is begun anew. */
async function keepOnTheWay(name: string, most: number, { url }: Request, response: Response): Promise<void> {
  if (await caches.has(FILES)) await keep(name, most, url, response.clone())
}

/** The oldest goes first. A file that is still in use comes back with the next page that names it. */
async function keep(name: string, most: number, address: string, response: Response): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(address, response)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)))
}
