/** What broke before or below HTTP, in words that say what to check. */
const BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at that address',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_SOCKET: 'the connection was closed',
  CONNECT_TIMEOUT: 'the connection timed out',
  HPE_INVALID_CONSTANT: 'the answer is not HTTP',
}

/** Those after which no byte of the request can have arrived. */
const BEFORE_THE_REQUEST: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
])

export function neverConnected(error: unknown): boolean {
  return BEFORE_THE_REQUEST.has(innermost(error).code)
}

export function describeNetworkFailure(error: unknown): string {
  const { words, code } = innermost(error)
  const known = BY_CODE[code]
  if (known !== undefined) return `${known} (${code})`
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return `TLS failed: ${words} (${code})`
  return code === '' ? words || String(error) : `${words} (${code})`
}

/** `fetch` hides the reason in a chain of causes: the innermost code and message that say something. */
function innermost(error: unknown): { words: string; code: string } {
  let words = ''
  let code = ''
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = innerError(at), depth += 1) {
    if (at.message !== '') words = at.message
    if ('code' in at && typeof at.code === 'string') code = at.code
  }
  return { words, code }
}

function innerError(error: Error): unknown {
  return error instanceof AggregateError && error.cause === undefined ? error.errors[0] : error.cause
}
