import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reachable } from '#lib/env.ts'
import type { Connection } from '#lib/live/session-stream.ts'
import { noteArrival, trustedProxies } from './arrival.ts'

/** Names the connection of a request; whatever a client sends by this name is written over. */
const CONNECTION = 'x-metis-connection'

// The code that sees requests come and the routes are bundled apart: what both know lives on `globalThis`.
const holder = globalThis as typeof globalThis & { metisConnections?: Map<string, ServerResponse> }

/**
 * Lets a route write to the connection of its request (`connectionOf`), which the framework does not hand out: between a
 * stream of the web's kind and the connection it awaits half a dozen promises for each frame.
 */
export function knowConnections(reachable: Reachable | null): void {
  const proxies = reachable && trustedProxies(reachable.trustedProxies)
  const connections = new Map<string, ServerResponse>()
  holder.metisConnections = connections
  let count = 0
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    count += 1
    const name = String(count)
    request.headers[CONNECTION] = name
    noteArrival(request, proxies)
    connections.set(name, response)
    response.once('close', () => connections.delete(name))
  })
}

/** Undefined where it is not known: then the answer goes the framework's way. */
export function connectionOf(request: Request): Connection | undefined {
  const response = holder.metisConnections?.get(request.headers.get(CONNECTION) ?? '')
  return response && connectionTo(response)
}

/**
 * Writes a chunk in one piece. Node writes its length, its bytes and its end as three, which the system takes a quarter
 * longer to send, and for a frame that is most of what is done.
 */
export function connectionTo(response: ServerResponse): Connection {
  return {
    get headersSent() {
      return response.headersSent
    },
    write(bytes, onWritten) {
      const { socket, chunkedEncoding, writableEnded } = response
      // An old client has no chunks, and a response that waits for the one before it has no socket yet.
      if (!socket || !chunkedEncoding || writableEnded) response.write(bytes, onWritten)
      else socket.write(chunkOf(bytes), onWritten)
    },
  }
}

/** RFC 9112 §7.1. */
function chunkOf(bytes: Uint8Array): Buffer {
  const size = `${bytes.length.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(size.length + bytes.length + 2)
  chunk.write(size, 'latin1')
  chunk.set(bytes, size.length)
  chunk.write('\r\n', size.length + bytes.length, 'latin1')
  return chunk
}
