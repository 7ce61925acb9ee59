import { shortened } from './shortened.ts'

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
  let clean = redactSecrets(text, secrets)
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement)
  return clean
}

/**
 * Removes the values in `secrets` alone, also where they are written in base64, as part of more too, or with escapes or
 * soft breaks. Text that hides one behind escapes comes back without those: they were the disguise.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = formsOf(secrets)
  if (forms.length === 0) return text
  let clean = without(text, forms)
  let reading = clean
  for (let depth = 0; depth < MAX_ESCAPES && HAS_ESCAPE.test(reading); depth += 1) {
    const unescaped = reading.replace(ESCAPE, literalOf)
    reading = without(unescaped, forms)
    if (reading !== unescaped) clean = reading
  }
  return clean
}

/** JSON in JSON, and an address in that. */
const MAX_ESCAPES = 3

/** `%2F`, `\u002f`, `\/` and a line break with what may stand before and after it; hyphens and spaces that are not seen. */
const ESCAPE =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["\\/])|(?:=?\r?\n|(?:\\r)?\\n)[ \t]{0,8}|[\u00ad\u200b\u2060\ufeff]/gi
const HAS_ESCAPE = new RegExp(ESCAPE.source, 'i')

function literalOf(_escape: string, byte?: string, unit?: string, literal?: string): string {
  const code = byte ?? unit
  return code === undefined ? (literal ?? '') : String.fromCharCode(Number.parseInt(code, 16))
}

function without(text: string, forms: readonly string[]): string {
  let clean = text
  for (const form of forms) clean = clean.replaceAll(form, REDACTED)
  return clean
}

const formsBySecrets = new WeakMap<readonly string[], readonly string[]>()

/** Longest first, so that a secret which contains another leaves no tail behind. Made once for a list of secrets. */
function formsOf(secrets: readonly string[]): readonly string[] {
  const known = formsBySecrets.get(secrets)
  if (known) return known
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), ...base64Forms(secret)])
  const sorted = [...new Set(forms)].sort((a, b) => b.length - a.length)
  formsBySecrets.set(secrets, sorted)
  return sorted
}

/** What is always there of the secret in the base64 of a longer text: at each of three places, in both alphabets. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    // Six bits to a character; those that share a character with a neighbour are left out.
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)]
    return (['base64', 'base64url'] as const).map((alphabet) => padded.toString(alphabet).slice(start, end))
  })
}

const SECRET_KEY =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|password|secret|(?:[\w-]*[-_])?(?:api[-_]?key|auth[-_]?token))$/i

/**
 * A copy of `value` that JSON can hold, redacted all through; errors keep their class, message and cause. Texts longer than
 * `most` characters are cut.
 */
export function redactValue(value: unknown, secrets: readonly string[] = [], most = Number.POSITIVE_INFINITY): unknown {
  return copy(value, (text) => shortened(redact(text, secrets), most), new Set())
}

function copy(value: unknown, clean: (text: string) => string, open: Set<object>): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof URL) return clean(value.href)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if (open.has(value)) return '[circular]'

  open.add(value)
  const result = Array.isArray(value)
    ? value.map((item) => copy(item, clean, open))
    : Object.fromEntries(
        entries(value).map(([key, item]) => [
          clean(key),
          SECRET_KEY.test(key) && typeof item === 'string' ? REDACTED : copy(item, clean, open),
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
