import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface WireReply {
  status?: number
  headers?: Record<string, string>
  /** Written one by one, each on its way before the next; one that never ends is written until the client has enough. */
  chunks?: Iterable<string | Uint8Array>
  /** `drop` breaks the connection, `stall` keeps it open in silence. */
  end?: 'normal' | 'drop' | 'stall'
}

export interface WireRequest {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface WireServer {
  url: string
  requests: WireRequest[]
  /** Bytes of all bodies that were written. */
  readonly sent: number
  /** Connections that the client closed before the reply was over. */
  readonly aborted: number
}

/** A real HTTP server on loopback that plays scripted bytes; it stops with the test that started it. */
export async function wireServer(
  reply: (request: WireRequest, count: number) => WireReply | 'refuse',
): Promise<WireServer> {
  const requests: WireRequest[] = []
  let aborted = 0
  let sent = 0
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    void readBody(incoming).then((body) => {
      const request = { url: incoming.url ?? '', headers: incoming.headers, body }
      requests.push(request)
      const script = reply(request, requests.length)
      if (script === 'refuse') incoming.socket.destroy()
      else return play(script, response, (bytes) => (sent += bytes))
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get sent() {
      return sent
    },
    get aborted() {
      return aborted
    },
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  return body
}

async function play(
  { status = 200, headers = {}, chunks = [], end = 'normal' }: WireReply,
  response: ServerResponse,
  count: (bytes: number) => void,
) {
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
  response.flushHeaders()
  for (const chunk of chunks) {
    if (response.destroyed) return
    count(Buffer.byteLength(chunk))
    await new Promise((resolve) => response.write(chunk, resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (end === 'normal') response.end()
  else if (end === 'drop') response.destroy()
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
