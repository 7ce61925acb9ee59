import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Why nothing was downloaded. `kind` is for programs, the message for people. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError'
  readonly kind: 'refused_address' | 'unreachable' | 'too_large' | 'status'
  constructor(kind: DownloadError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

export interface DownloadOptions {
  /** Bytes. */
  limit: number
  /** What to ask for, as an `accept` header. */
  accept: string
  timeoutMs?: number
  /** Told of each address before it is opened, those of redirects too; what it throws ends the download. */
  beforeOpening?: (address: string) => Promise<void> | undefined
  /** Which addresses may be connected to; for tests, which have loopback only. */
  isAllowed?: (address: string) => boolean
}

const MAX_REDIRECTS = 5

/**
 * Fetches a file that somebody else named, from the open internet only (design §13): the address that a name resolves to
 * is judged where the connection is made, so that a second answer of the name server cannot lead elsewhere, and again
 * after every redirect. No cookies, no referrer, nothing of this installation goes along. Throws a `DownloadError`.
 */
export async function download(address: string, options: DownloadOptions): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? 20_000)
  let url = webAddress(address)
  for (let redirects = 0; ; redirects += 1) {
    const asked = options.beforeOpening?.(url.href)
    if (asked) await asked
    const response = await get(url, options, signal)
    const { statusCode = 0, headers } = response
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
      return await bodyOf(response, url, options.limit)
    }
    response.destroy()
    if (redirects === MAX_REDIRECTS) throw new DownloadError('status', `${address} leads on without end`)
    url = webAddress(headers.location, url)
  }
}

function webAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new DownloadError('refused_address', 'only http and https addresses without a user name are opened')
  }
  return url
}

function get(url: URL, { accept, isAllowed = isPublicAddress }: DownloadOptions, signal: AbortSignal) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const refused = new DownloadError(
    'refused_address',
    `${url.host} is not an address of the open internet, and this server opens no other for a page`,
  )
  // No name is looked up for what is an address already.
  if (isIP(host) && !isAllowed(host)) return Promise.reject(refused)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const lookupAllowed: LookupFunction = (name, options, callback) => {
      lookup(name, { ...options, all: true }, (error, found) => {
        const allowed: LookupAddress[] = error ? [] : found.filter((each) => isAllowed(each.address))
        const [first] = allowed
        if (error || !first) callback(error ?? refused, '')
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      })
    }
    const request = send(url, {
      // A connection of its own: one that is kept alive was judged for another request.
      agent: false,
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Metis' },
      lookup: lookupAllowed,
      signal,
    })
    request.on('response', resolve)
    request.on('error', (cause) => reject(cause === refused ? refused : unreachable(url, cause)))
    request.end()
  })
}

async function bodyOf(response: IncomingMessage, url: URL, limit: number): Promise<Uint8Array> {
  const { statusCode, headers } = response
  const refuse = (error: DownloadError) => {
    response.destroy()
    return error
  }
  if (statusCode !== 200) throw refuse(new DownloadError('status', `${url.host} answered ${statusCode}`))
  const tooLarge = () =>
    refuse(new DownloadError('too_large', `the file is larger than the ${limit / 1_000_000} MB allowed`))
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (cause) {
    throw cause instanceof DownloadError ? cause : unreachable(url, cause)
  }
  return Buffer.concat(chunks)
}

function unreachable(url: URL, cause: unknown): DownloadError {
  const late = cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')
  return new DownloadError('unreachable', `${url.host} ${late ? 'took too long' : 'cannot be reached'}`, cause)
}
