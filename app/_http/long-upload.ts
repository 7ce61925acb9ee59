import { subscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Node gives a whole request five minutes; a file of gigabytes takes longer on most lines. Headers have their own minute. */
const LONGEST_UPLOAD_MS = 12 * 60 * 60_000

/** Of whatever server this process listens with: it is seen at its first connection, for the framework does not hand it out. */
export function allowLongUploads(): void {
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (server instanceof Server) server.requestTimeout = LONGEST_UPLOAD_MS
  })
}
