// As a whole: what watches the network of a process puts its own functions into these modules.
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** What of a request is told to whoever sends it. The platform's `fetch` is one. */
export type Sender = (url: string, init: SenderInit) => Promise<HostResponse>

/** What of an answer is looked at. */
export type HostResponse = Pick<Response, 'status' | 'headers' | 'body'>

interface SenderInit {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  redirect: 'manual'
  signal: AbortSignal
  /** For how many ms from now nobody misses what comes of the answer; 0 where each piece is wanted as it comes. */
  rest?: (() => number) | undefined
}

/** Where an address answers to nothing, no more of the time that an answer may take is spent on it. */
const CONNECT_MS = 10_000

/** Many servers close what is idle after 5 s: who lets go of it first never asks down a line that is being closed. */
const IDLE_MS = 4_000

/** As the platform's own, which know of the proxies that its environment names. The types lack what they were made with. */
const { options: httpOptions } = http.globalAgent as http.Agent & { options: http.AgentOptions }
const HTTP_AGENT = new http.Agent({ ...httpOptions, timeout: IDLE_MS })
const HTTPS_AGENT = new https.Agent({ ...https.globalAgent.options, timeout: IDLE_MS })

/** Pieces that wait for their reader before the host is told to wait. */
const MOST_WAITING = 64

/** What is held back is no more than this: an answer that comes faster is given on as it comes. */
const MOST_HELD_BYTES = 16_384

/**
 * What every request says, unless it says otherwise: as the platform's `fetch` does, which hosts are used to. `deflate` is not
 * asked for, since servers mean two formats by it.
 */
const USUAL_HEADERS = { accept: '*/*', 'user-agent': 'node', 'accept-encoding': 'gzip, br' }

/** No honest host packs an answer more often than that, and each time costs memory before a byte is read. */
const MOST_CODINGS = 5

/**
 * Sends as `fetch` does, and gives each piece of the body on as the connection brings it. An event of a stream comes alone in its
 * packet, and the layers of streams through which `fetch` takes it cost the server a fifth of all that the event costs it
 * (measured 2026-11-25, `test/bench/README.md`); where nobody misses it for a while, it waits for those that follow and goes on with
 * them as one (2026-11-28). No cookies, no redirects. Rejects with the error of the connection itself.
 */
export const sendOverHttp: Sender = async (url, { method, headers, body, signal, rest }) => {
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw new TypeError('an address with a user name or a password in it is not called')
  }
  const isSecure = protocol === 'https:'
  const { request: ask } = isSecure ? https : http
  return new Promise((resolve, reject) => {
    const request = ask(url, {
      method,
      headers: { ...USUAL_HEADERS, ...headers },
      agent: isSecure ? HTTPS_AGENT : HTTP_AGENT,
      signal,
    })
    request.on('error', reject)
    // Without an answer or an error: a host may switch to another protocol.
    request.on('close', () => reject(new Error('the connection was closed before there was an answer')))
    request.on('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => request.destroy(new ConnectTimeoutError()), CONNECT_MS)
      const stop = () => clearTimeout(timer)
      socket.once(isSecure ? 'secureConnect' : 'connect', stop)
      request.once('close', stop)
    })
    request.on('response', (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: bodyOf(response, rest) })
      } catch (error) {
        // Headers that nobody could read an answer by.
        reject(error)
        response.destroy()
      }
    })
    request.end(body ?? undefined)
  })
}

class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError'
  readonly code = 'CONNECT_TIMEOUT'
  constructor() {
    super(`no connection within ${CONNECT_MS / 1_000} s`)
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

function bodyOf(response: IncomingMessage, rest = () => 0): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = decoded(response)
  let held: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = (finish: () => void) => {
    if (hasEnded) return
    hasEnded = true
    finish()
  }
  return new ReadableStream(
    {
      start(controller) {
        const give = () => {
          clearTimeout(timer)
          timer = undefined
          const [first, ...others] = held
          held = []
          size = 0
          if (first) controller.enqueue(others.length === 0 ? first : Buffer.concat([first, ...others]))
          if ((controller.desiredSize ?? 0) <= 0) source.pause()
        }
        source.on('data', (bytes: Uint8Array<ArrayBuffer>) => {
          if (hasEnded) return
          held.push(bytes)
          size += bytes.length
          if (size < MOST_HELD_BYTES) {
            const ms = timer ? 0 : rest()
            if (ms > 0) timer = setTimeout(give, ms)
            if (timer) return
          }
          give()
        })
        // What is held came before it, and nothing follows that it could wait for.
        const last = (finish: () => void) =>
          end(() => {
            give()
            finish()
          })
        source.on('end', () => last(() => controller.close()))
        source.on('error', (error) => last(() => controller.error(error)))
        source.on('close', () => last(() => controller.error(new Error('the connection was closed'))))
      },
      pull() {
        source.resume()
      },
      cancel() {
        end(() => {
          clearTimeout(timer)
          response.destroy()
        })
      },
    },
    { highWaterMark: MOST_WAITING },
  )
}

/** What was packed for the way, last packing first. One that is not known stays as it came. */
function decoded(response: IncomingMessage): IncomingMessage | Transform {
  const codings = (response.headers['content-encoding'] ?? '').toLowerCase().split(',')
  if (codings.length > MOST_CODINGS) throw new Error(`the answer says that it is packed ${codings.length} times over`)
  const decoders = codings.reverse().map((coding) => DECODERS.get(coding.trim())?.())
  if (!decoders.every((decoder) => decoder !== undefined)) return response
  // A failure anywhere ends all of it, and is told by the last one.
  return decoders.reduce<IncomingMessage | Transform>((from, decoder) => pipeline(from, decoder, () => {}), response)
}

/** Events are not held back until a block is full, and a body that is cut is for whoever reads it to judge. */
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip(ZLIB)],
  ['x-gzip', () => createGunzip(ZLIB)],
  ['deflate', () => createInflate(ZLIB)],
  ['br', () => createBrotliDecompress(BROTLI)],
])
