import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Names the connection of a request; whatever a client sends by this name is written over. */
const CONNECTION = 'x-metis-connection'

// The code that sees requests come and the routes are bundled apart: what both know lives on `globalThis`.
const holder = globalThis as typeof globalThis & { metisConnections?: Map<string, ServerResponse> }

/**
 * Lets a route write to the connection of its request (`connectionOf`), which the framework does not hand out: between a
 * stream of the web's kind and the connection it awaits half a dozen promises for each frame.
 */
export function knowConnections(): void {
  const connections = new Map<string, ServerResponse>()
  holder.metisConnections = connections
  let count = 0
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    count += 1
    const name = String(count)
    request.headers[CONNECTION] = name
    connections.set(name, response)
    response.once('close', () => connections.delete(name))
  })
}

/** Undefined where it is not known: then the answer goes the framework's way. */
export function connectionOf(request: Request): ServerResponse | undefined {
  return holder.metisConnections?.get(request.headers.get(CONNECTION) ?? '')
}
