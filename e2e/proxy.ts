import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What nginx says when there is no server behind it. */
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Where requests are kept from having an answer: on their way there, or on the way back. */
type Held = 'request' | 'answer'

/** A reverse proxy as the README has it, in front of whichever server is at `port`. */
export async function startProxy(port: number) {
  let holds = (_said: string): Held | undefined => undefined
  const proxy = createServer((incoming, outgoing) => {
    const held = holds(`${incoming.method} ${incoming.url}`)
    if (held !== 'request') pass(incoming, outgoing, { port, isAnswered: held === undefined })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** The next request that fits never has an answer. Resolves when it is there. */
    hold(fitting: RegExp, held: Held): Promise<void> {
      return new Promise((resolve) => {
        holds = (said) => {
          if (!fitting.test(said)) return undefined
          holds = () => undefined
          resolve()
          return held
        }
      })
    },
    stop() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, isAnswered }: { port: number; isAnswered: boolean },
): void {
  const { method, url, headers } = incoming
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    if (!isAnswered) return
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  passed.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'text/html' }).end(BAD_GATEWAY)
  })
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}
