import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export const CLIENT_ID = 'metis'
export const CLIENT_SECRET = 'a-secret-of-the-tests'

/** Whom the service signs in, and what it does otherwise than it should. */
export interface Quirks {
  /** Over those of an honest ID token; undefined leaves one out. */
  claims?: Readonly<Record<string, unknown>>
  /** Of the ID token. */
  alg?: 'RS256' | 'none'
  /** Signed by a key that the service does not publish. */
  isForged?: boolean
  /** Says who it is in the token, and the rest where the rest is asked for. */
  userinfo?: Readonly<Record<string, unknown>>
  /** In what it says of itself. */
  metadata?: Readonly<Record<string, unknown>>
  /** What it answers to anything on this path, in place of what it should; `null`: nothing at all. */
  answers?: Readonly<Record<string, { status: number; type: string; body: string } | null>>
  /** It leads back with this, and without a code. */
  error?: string
}

const [own, foreign] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [KeyPair, KeyPair]
type KeyPair = ReturnType<typeof generateKeyPairSync>

/** A small identity provider on loopback, with real signatures, whose person agrees to everything at once. */
export async function startOidcService() {
  const asked: string[] = []
  const codes = new Map<string, URLSearchParams>()
  const service = { quirks: {} as Quirks }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    asked.push(pathname)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const said = service.quirks.answers?.[pathname]
    if (said === null) return
    if (said) {
      response.writeHead(said.status, { 'content-type': said.type }).end(said.body)
      return
    }
    switch (pathname) {
      case '/.well-known/openid-configuration':
        json({ ...metadata(), ...service.quirks.metadata })
        return
      case '/jwks':
        json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] })
        return
      case '/authorize':
        response.writeHead(303, { location: authorize(searchParams) }).end()
        return
      case '/token':
        json(...tokens(new URLSearchParams(await bodyOf(request)), request.headers.authorization ?? ''))
        return
      case '/userinfo':
        json({ sub: 'sub-1', ...service.quirks.userinfo })
        return
      default:
        json({}, 404)
    }
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    }
  }

  function authorize(request: URLSearchParams): string {
    const back = new URL(request.get('redirect_uri') ?? '')
    back.searchParams.set('state', request.get('state') ?? '')
    if (service.quirks.error) {
      back.searchParams.set('error', service.quirks.error)
      return back.href
    }
    const code = randomUUID()
    codes.set(code, request)
    back.searchParams.set('code', code)
    return back.href
  }

  /** RFC 6749 §4.1.3 and RFC 7636 §4.6: a code holds once, for its client, with the verifier of its challenge. */
  function tokens(request: URLSearchParams, authorization: string): [unknown, number] {
    const code = request.get('code') ?? ''
    const begun = codes.get(code)
    codes.delete(code)
    // RFC 6749 §2.3.1: encoded as in a form first.
    const [name, secret] = Buffer.from(authorization.slice('Basic '.length), 'base64')
      .toString()
      .split(':')
      .map(decodeURIComponent)
    if (name !== CLIENT_ID || secret !== CLIENT_SECRET) return [{ error: 'invalid_client' }, 401]
    const challenge = createHash('sha256')
      .update(request.get('code_verifier') ?? '')
      .digest('base64url')
    const isSame = begun?.get('redirect_uri') === request.get('redirect_uri')
    if (!begun || !isSame || challenge !== begun.get('code_challenge')) return [{ error: 'invalid_grant' }, 400]
    return [{ access_token: 'an-access-token', token_type: 'Bearer', id_token: idToken(begun.get('nonce')) }, 200]
  }

  function idToken(nonce: string | null): string {
    const { claims, alg = 'RS256', isForged = false } = service.quirks
    const now = Math.floor(Date.now() / 1_000)
    const usual = { iss: issuer, aud: CLIENT_ID, sub: 'sub-1', iat: now, exp: now + 300, nonce }
    const email = { email: 'anna@example.org', email_verified: true, name: 'Anna' }
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg, kid: 'own', typ: 'JWT' })}.${part({ ...usual, ...email, ...claims })}`
    if (alg === 'none') return `${signed}.`
    const { privateKey } = isForged ? foreign : own
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  return Object.assign(service, {
    issuer,
    /** The paths that were asked for, in their order. */
    asked,
    /** As a browser that is sent there: with what it comes back. */
    async visit(url: string): Promise<URLSearchParams> {
      const response = await fetch(url, { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '').searchParams
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
