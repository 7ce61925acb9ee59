import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDemoFetch, type DemoOptions } from '#lib/demo/demo-fetch.ts'

interface ServerOptions extends DemoOptions {
  /** Others are refused. */
  key?: string
  /** Told of every request before it is answered: its path, and its body as text. */
  onRequest?: (path: string, body: string) => void
}

export interface DemoServer {
  /** What goes into ANTHROPIC_BASE_URL or OPENAI_BASE_URL. */
  readonly url: string
  close(): Promise<void>
}

/** The demo behind a real socket on loopback: a fault that breaks the connection really breaks it. */
export async function startDemoServer(
  { key, onRequest = () => {}, ...options }: ServerOptions = {},
  port = 0,
): Promise<DemoServer> {
  const demo = key === undefined ? createDemoFetch(options) : onlyWith(key, createDemoFetch(options))
  const server = createServer((request, response) => void answer(demo, request, response, onRequest))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, close: () => close(server) }
}

/** Repeats what it refuses, as hosts do. */
function onlyWith(key: string, host: typeof fetch): typeof fetch {
  return async (input, init) => {
    const said = new Headers(init?.headers).get('authorization') ?? ''
    if (said === `Bearer ${key}`) return await host(input, init)
    const message = `Incorrect API key provided: ${said.slice('Bearer '.length)}. You can find your API key in your settings.`
    return Response.json(
      { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } },
      { status: 401 },
    )
  }
}

async function answer(
  demo: typeof fetch,
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: NonNullable<ServerOptions['onRequest']>,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    const body = request.method === 'GET' ? null : await buffer(request)
    onRequest(request.url ?? '/', String(body ?? ''))
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const init = { method: request.method ?? 'GET', headers, body, signal: gone.signal }
    const reply = await demo(new URL(request.url ?? '/', 'http://127.0.0.1'), init)
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    for await (const chunk of reply.body ?? Readable.from([])) {
      // Once it is on its way: what was sent before a connection breaks still arrives.
      await new Promise((resolve) => response.write(chunk, resolve))
    }
    response.end()
  } catch {
    // The demo's connection broke, or the client's did: either way the other end sees it break.
    response.destroy()
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
