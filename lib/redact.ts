const REDACTED = '[redacted]'

/** Shorter values would blank out ordinary words. */
const SHORTEST_SECRET = 6

const PATTERNS: readonly [RegExp, string][] = [
  // sk-..., sk-ant-api03-..., sk-proj-..., sk-or-v1-...
  [/\bsk-[\w-]{8,}/g, REDACTED],
  [/(authorization["']?\s*[:=]\s*["']?(?:bearer|basic))\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // Elsewhere the next word may be an ordinary one: "Missing bearer or basic authentication in header".
  [/\b(bearer|basic)\s+(?=[a-z_.~+/=-]*\d|[\w.~+/=-]{16})[\w.~+/=-]{4,}/gi, `$1 ${REDACTED}`],
  [/((?:x-)?api[-_]?key["']?\s*[:=]\s*["']?)(?!\[redacted\])[^\s"',;&#}\]]+/gi, `$1${REDACTED}`],
  [/([?&](?:key|token|auth_?token|access_?token|signature)=)(?!\[redacted\])[^&#\s"'<>]+/gi, `$1${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"']+@/gi, `$1${REDACTED}@`],
]

/** Removes what looks like a credential, and every exact value in `secrets`, from text that leaves the process. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of forms(secrets)) clean = clean.replaceAll(secret, REDACTED)
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement)
  return clean
}

/** Longest first, so that a secret which contains another leaves no tail behind. */
function forms(secrets: readonly string[]): string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}

const SECRET_KEY =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|password|secret|(?:[\w-]*[-_])?(?:api[-_]?key|auth[-_]?token))$/i

/** A copy of `value` that JSON can hold, redacted all through; errors keep their class, message and cause. */
export function redactValue(value: unknown, secrets: readonly string[] = []): unknown {
  return copy(value, secrets, new Set())
}

function copy(value: unknown, secrets: readonly string[], open: Set<object>): unknown {
  if (typeof value === 'string') return redact(value, secrets)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof URL) return redact(value.href, secrets)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if (open.has(value)) return '[circular]'

  open.add(value)
  const result = Array.isArray(value)
    ? value.map((item) => copy(item, secrets, open))
    : Object.fromEntries(
        entries(value).map(([key, item]) => [
          redact(key, secrets),
          SECRET_KEY.test(key) && typeof item === 'string' ? REDACTED : copy(item, secrets, open),
        ]),
      )
  open.delete(value)
  return result
}

/** An error's own words are not enumerable; a Map and a Set have no properties at all. */
function entries(value: object): [string, unknown][] {
  if (value instanceof Map) return [...value].map(([key, item]) => [String(key), item])
  if (value instanceof Set) return [...value].map((item, index) => [String(index), item])
  if (!(value instanceof Error)) return Object.entries(value)
  const { name, message, stack, cause } = value
  return Object.entries(Object.assign({ name, message }, value, cause === undefined ? {} : { cause }, { stack }))
}
