import { subscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Node gives a whole request five minutes; a file of gigabytes takes longer on most lines. Headers have their own minute. */
const LONGEST_UPLOAD_MS = 12 * 60 * 60_000

/**
 * Node closes a connection that rests for five seconds. A proxy that sends the next request just then gets no answer, and may
 * not send a message twice: it has to be the one that closes first, and Caddy does so after two minutes, nginx after one.
 */
const LONGEST_REST_MS = 3 * 60_000

/** Of whatever server this process listens with: it is seen at its first connection, for the framework does not hand it out. */
export function setServerTimeouts(): void {
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (!(server instanceof Server)) return
    server.requestTimeout = LONGEST_UPLOAD_MS
    server.keepAliveTimeout = LONGEST_REST_MS
  })
}
