import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

/*
 * A page of the framework names its scripts in its head, to come at any time. Where the server is on the reader's own machine
 * they come at once, and the browser compiles them on its other threads while its first one lays out what is to be read: on two
 * cores the words are drawn a quarter later by it (2026-11-28, `e2e/bench/README.md`). Here they are asked for once the page is
 * on the screen, and it is taken over up to a tenth later. Over a line that would be a second: there, pages stay as they are.
 * The framework offers no way to say so: its tags are found in the answer that it writes. One that is written in another way
 * stays what it is, and does what it would without this.
 */

const NAME = '[\\w./~-]+'
/** In the order in which the framework's renderer writes what they hold, which differs between head and body. */
const TAGS = new RegExp(
  [
    '(?<body><body[ >])',
    `<script src="(?<script>${NAME})" (?:async="" nonce="(?<nonce>[\\w-]+)"|nonce="(?<second>[\\w-]+)" async="")></script>`,
    '<link rel="preload" as="script" [^>]*>',
  ].join('|'),
  'g',
)

/** Longer than any of these tags. One that the end of a piece cuts off waits for the next piece. */
const LONGEST_TAG = 500
const ENDS = { '<body': '>', '<script src="': '</script>', '<link rel="preload" as="script" ': '>' }

/**
 * In the page, where its body ends: `afterPaint(src, …)` loads scripts once what is there is on the screen, and after three
 * seconds at the latest. A page that nobody sees is not drawn.
 */
const AFTER_PAINT = `{
let waiting=[]
const {nonce}=document.currentScript
const load=(src)=>{const script=document.createElement('script');script.src=src;script.async=true;script.nonce=nonce;document.head.append(script)}
const loadAll=()=>{waiting?.forEach(load);waiting=null}
self.afterPaint=(...list)=>{if(waiting)waiting.push(...list);else list.forEach(load)}
new PerformanceObserver((list)=>list.getEntriesByName('first-contentful-paint').length&&loadAll()).observe({type:'paint',buffered:true})
setTimeout(loadAll,document.hidden?0:3000)
}`.replaceAll('\n', ';')

/** Of whatever server this process listens with. */
export function loadScriptsAfterPaint(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    // What a route hands out is somebody's file, whatever its type.
    if (request.method === 'GET' && !request.url?.startsWith('/api/')) changePage(response)
  })
}

/** Puts itself between the framework and a response. One whose length is said, and which is no page, passes as it is. */
function changePage(response: ServerResponse): void {
  let change: ReturnType<typeof pageChange> | null | undefined
  const changeOf = () => {
    const isHtml = () => String(response.getHeader('content-type') ?? '').startsWith('text/html')
    change ??= isHtml() && !response.hasHeader('content-length') ? pageChange() : null
    return change
  }
  const write = response.write.bind(response) as (...args: unknown[]) => boolean
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse

  response.write = ((chunk: Uint8Array | string, ...rest: unknown[]) =>
    write(changeOf()?.next(chunk) ?? chunk, ...rest)) as ServerResponse['write']

  response.end = ((...args: unknown[]) => {
    const page = changeOf()
    if (!page) return end(...args)
    const [chunk] = args
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) write(page.next(args.shift() as typeof chunk))
    write(page.end())
    return end(...args)
  }) as ServerResponse['end']
}

/** The pieces of a page, with its scripts behind its first paint. What is no such tag passes byte by byte. */
export function pageChange() {
  let held = ''
  let isBody = false
  let isSaid = false
  let nonce = ''
  /** Of the head: a script that says it there would wait for the styles, and all that is to be read would wait behind it. */
  const early: string[] = []

  function said(): string {
    const begin = isSaid ? '' : AFTER_PAINT
    isSaid = true
    return `<script nonce="${nonce}">${begin}afterPaint(${early.splice(0).map((src) => `"${src}"`)})</script>`
  }

  function changed(text: string): Buffer {
    const page = text.replace(TAGS, (tag, ...rest) => {
      const { body, script, ...found } = rest.at(-1) as Partial<Record<string, string>>
      if (body !== undefined) {
        isBody = true
        return tag
      }
      if (script === undefined) return ''
      early.push(script)
      nonce = found.nonce ?? found.second ?? ''
      return isBody ? said() : ''
    })
    return Buffer.from(page, 'latin1')
  }

  return {
    next(chunk: Uint8Array | string): Buffer {
      const text = held + Buffer.from(chunk as Uint8Array).toString('latin1')
      const cut = openTag(text)
      held = text.slice(cut)
      return changed(text.slice(0, cut))
    },
    end(): Buffer {
      const last = changed(held)
      return early.length === 0 ? last : Buffer.concat([last, Buffer.from(said())])
    },
  }
}

/** Where one of these tags begins, or may begin, that has not ended; the text's length where none does. */
function openTag(text: string): number {
  for (let at = text.indexOf('<', text.length - LONGEST_TAG); at >= 0; at = text.indexOf('<', at + 1)) {
    const rest = text.slice(at)
    for (const [begin, end] of Object.entries(ENDS)) {
      if (begin.startsWith(rest) || (rest.startsWith(begin) && !rest.includes(end))) return at
    }
  }
  return text.length
}
