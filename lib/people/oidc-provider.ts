import type { Configuration } from 'openid-client'
import type { OidcSettings } from '../env.ts'
import type { Logger } from '../log.ts'
import { OidcError } from './refused.ts'

// What comes back is checked, and by whom it is signed, by the library. It is loaded by the first who signs in this way.
const library = () => import('openid-client')

/** Seconds, for each answer of the provider: somebody waits for it. */
const PATIENCE = 5
/** Milliseconds. What a provider says of itself seldom changes. */
const KNOWN_FOR = 60 * 60 * 1_000

/** What binds an answer to the browser that was sent for it. */
export interface Binding {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
}

/** Who somebody is elsewhere. */
export interface OidcAccount {
  /** The issuer and the subject: all that it is known by. */
  identifier: string
  /** Null where the provider has not verified that it is theirs. */
  email: string | null
  name: string | null
}

/** Where people have an account elsewhere (OpenID Connect). */
export class OidcProvider {
  readonly name: string
  readonly #settings: OidcSettings
  readonly #redirectUri: string
  readonly #log: Logger
  #known: { configuration: Promise<Configuration>; until: number } | null = null

  constructor(settings: OidcSettings, redirectUri: string, log: Logger) {
    this.name = settings.name
    this.#settings = settings
    this.#redirectUri = redirectUri
    this.#log = log
  }

  /** Where a browser is sent. Throws an `OidcError`. */
  async addressFor({ state, nonce, verifier }: Binding): Promise<string> {
    const [configuration, { buildAuthorizationUrl, calculatePKCECodeChallenge }] = [
      await this.#configuration(),
      await library(),
    ]
    try {
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: this.#redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // A page goes there: whatever the provider says, it is a page of the web.
      if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(this.#settings))) return url.href
    } catch (cause) {
      throw this.#failure('unavailable', cause)
    }
    throw this.#failure('unavailable', new Error('its page of the sign-in has no https address'))
  }

  /** Who it is; `answer`: the query that their browser came back with. Throws an `OidcError`. */
  async accountFrom(answer: URLSearchParams, { state, nonce, verifier }: Binding): Promise<OidcAccount> {
    if (answer.has('error')) throw this.#failure('declined', new Error(String(answer.get('error')).slice(0, 200)))
    const [configuration, client] = [await this.#configuration(), await library()]
    const url = new URL(`?${answer}`, this.#redirectUri)
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('there is no ID token')
      // Many say no more than who it is in the token itself (OpenID Connect Core §5.4).
      const isWhole = claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint
      const said = isWhole ? claims : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
      return {
        identifier: `${claims.iss} ${claims.sub}`,
        email: said.email_verified === true ? text(said.email) : null,
        name: text(said.name),
      }
    } catch (cause) {
      throw this.#failure(isAway(cause) ? 'unavailable' : 'refused', cause)
    }
  }

  /** What the provider says of itself: asked for when it is needed, and again after an hour, or where it has failed. */
  async #configuration(): Promise<Configuration> {
    const now = performance.now()
    if (this.#known === null || this.#known.until < now) {
      this.#known = { configuration: this.#discover(), until: now + KNOWN_FOR }
    }
    const known = this.#known
    try {
      return await known.configuration
    } catch (cause) {
      if (this.#known === known) this.#known = null
      throw this.#failure('unavailable', cause)
    }
  }

  async #discover(): Promise<Configuration> {
    const client = await library()
    const { issuer, clientId, clientSecret } = this.#settings
    const authentication: ReturnType<typeof client.None> = (server, ...rest) => {
      if (clientSecret === null) return client.None()(server, ...rest)
      const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      const by = takesPost ? client.ClientSecretPost : client.ClientSecretBasic
      return by(clientSecret)(server, ...rest)
    }
    // The signature as well, not the connection alone.
    const execute = [client.enableNonRepudiationChecks]
    if (isLoopback(this.#settings)) execute.push(client.allowInsecureRequests)
    return await client.discovery(new URL(issuer), clientId, {}, authentication, { timeout: PATIENCE, execute })
  }

  /** Its words and its code alone: what else is in an error of the library may be a token. */
  #failure(problem: OidcError['problem'], cause: unknown): OidcError {
    if (cause instanceof OidcError) return cause
    const { message, code } = cause as { message?: unknown; code?: unknown }
    this.#log.warn('a sign-in by the identity provider failed', {
      problem,
      reason: String(message).slice(0, 300),
      code: typeof code === 'string' ? code : null,
    })
    return new OidcError(problem)
  }
}

function isLoopback({ issuer }: OidcSettings): boolean {
  return issuer.startsWith('http:')
}

/** Nobody answered in time, or with anything that belongs to the protocol. */
function isAway(error: unknown): boolean {
  const { name, code, status } = error as { name?: unknown; code?: unknown; status?: unknown }
  if (typeof status === 'number') return status >= 500
  return name === 'TypeError' || /TIMEOUT|ABORT|NOT_CONFORM|PARSE/.test(String(code))
}
