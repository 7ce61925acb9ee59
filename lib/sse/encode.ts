/** One server-sent event whose id is the frame's own: what a client sends back as `Last-Event-ID`. JSON holds no raw line break. */
export function encodeFrame(frame: { id: string }): string {
  return `id: ${frame.id}\ndata: ${JSON.stringify(frame)}\n\n`
}

/** A line that keeps the connection open and that clients ignore. */
export const HEARTBEAT = ': heartbeat\n\n'
