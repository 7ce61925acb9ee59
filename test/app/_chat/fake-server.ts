import { vi } from 'vitest'
import type { SessionFrame } from '#lib/events/frame.ts'
import { FakeRequest } from './fake-request.ts'

type Answer = { status?: number; body: unknown }

/** Stands in for the network: answers by `METHOD path`, and keeps what was asked. */
export function fakeServer(
  answers: Record<string, Answer | ((body: unknown, query: URLSearchParams) => Answer | Promise<Answer>)>,
) {
  const requests: { route: string; body: unknown; key: string | null }[] = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const [address, query] = path.split('?')
    const route = `${init.method ?? 'GET'} ${address}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    requests.push({ route, body, key: new Headers(init.headers).get('idempotency-key') })
    const found = answers[route]
    if (!found) throw new TypeError(`nothing answers ${route}`)
    const answer = typeof found === 'function' ? await found(body, new URLSearchParams(query)) : found
    const status = answer.status ?? 200
    return new Response(status === 204 ? null : JSON.stringify(answer.body), { status })
  })
  const keysOf = (route: string) => requests.flatMap((request) => (request.route === route ? [request.key] : []))
  return { requests, keysOf, bodyOf: (route: string) => requests.find((request) => request.route === route)?.body }
}

/** The stream's other end. */
export class FakeEventSource {
  static last: FakeEventSource | null = null
  static readonly all: FakeEventSource[] = []
  readonly url: string
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null = null
  onerror: (() => void) | null = null

  constructor(url: string) {
    this.url = url
    FakeEventSource.last = this
    FakeEventSource.all.push(this)
  }

  static send(...frames: SessionFrame[]) {
    for (const frame of frames) {
      FakeEventSource.last?.onmessage?.({ data: JSON.stringify(frame), lastEventId: frame.id })
    }
  }

  close() {
    this.closed = true
  }
}
