import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { FOREIGN_METHOD, METHODS } from './method.ts'

const ROUTED: ReadonlySet<string | undefined> = new Set(METHODS)

/**
 * Lets the routes themselves answer methods that the framework cannot route: it says 500 to TRACE and an empty 400 to the
 * likes of PROPFIND, and Node refuses a method it has never heard of before there is a request. Whatever server this
 * process listens with is seen at its next connection: the framework does not hand it out.
 */
export function answerForeignMethods(): void {
  const seen = new WeakSet<Server>()
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (!(server instanceof Server) || seen.has(server)) return
    seen.add(server)
    passOnForeignMethods(server)
  })
}

export function passOnForeignMethods(server: Server): void {
  server.prependListener('request', disguise)
  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (!socket.writable) return socket.destroy()
    const request = error.code === 'HPE_INVALID_METHOD' ? readable(error) : null
    if (request === null) return socket.end(refusal(error.code))
    return ask(server, request, socket)
  })
}

function disguise(request: IncomingMessage): void {
  const { method = '' } = request
  if (ROUTED.has(method)) return
  request.headers[FOREIGN_METHOD] = method
  request.method = 'GET'
}

interface ClientError extends Error {
  code?: string
  /** What arrived when it could not be read any further. */
  rawPacket?: Buffer
  bytesParsed?: number
}

/** What Node itself answers to a connection that it cannot understand. */
function refusal(code = ''): string {
  const status =
    {
      HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
      HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
      ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
    }[code] ?? '400 Bad Request'
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
}

/** The head of the request with a method that Node knows and no route has; null where it is not its method alone that is odd. */
function readable({ rawPacket, bytesParsed = 0 }: ClientError): string | null {
  const text = rawPacket?.toString('latin1') ?? ''
  const [line, method = '', target = ''] = /^([\w!#$%&'*+.^`|~-]{1,50}) (\/\S*) HTTP\/1\.1\r\n/.exec(text) ?? []
  if (line === undefined || bytesParsed > method.length + 1) return null
  const [head = ''] = text.split('\r\n\r\n')
  // Its body is not read, and the answer is the last one of the connection.
  const fields = head
    .split('\r\n')
    .slice(1)
    .filter((field) => !/^(connection|content-length|transfer-encoding|expect|upgrade)\s*:/i.test(field))
  return [`TRACE ${target} HTTP/1.1`, ...fields, 'Connection: close', '', ''].join('\r\n')
}

function ask(server: Server, request: string, socket: Socket): void {
  const { address, port } = server.address() as AddressInfo
  const again = connect(port, address, () => again.write(request, 'latin1'))
  again.on('error', () => socket.destroy())
  socket.on('error', () => again.destroy())
  again.pipe(socket)
}
