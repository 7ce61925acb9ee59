import { redact } from '#lib/redact.ts'

const EMAIL = /[\w.+-]+@(?!example\.(?:com|org)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi
const UUID = /\b(?!00000000-0000-4000-8000-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
/** What providers put before the letters of an id; what follows has a digit and is no word. */
const ID =
  /\b(msg|toolu|srvtoolu|chatcmpl|call|resp|rs|fc|ctc|ws|req|gen|org|user|acct|proj|file|container|fp)([-_])(?!scrubbed\d{4})(?=[\w-]*\d)[\w-]{8,}/g
/** Whose account it was: letters alone may do, but then some are capitals. */
const ACCOUNT = /\b(org|acct|proj)([-_])(?!scrubbed\d{4})(?=[a-z]*[A-Z])[A-Za-z]{12,}/g
/** Many hosts put nothing before their ids: there the field says what it is. */
const PLACED = /("(?!model)(?:[a-z]+_)*id"|"(?!model)[a-z]+Id"|"organization")(\s*:\s*)"([^"\\\s]{6,})"/g
const STAND_IN = /scrubbed\d{4,}$|^00000000-0000-4000-8000-|^\[redacted\]$/

/** Replaces keys, addresses and ids, the same id by the same stand-in, over everything that one exchange said. */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const known = new Map<string, string>()
  const standIn = (id: string, make: (count: number) => string) => {
    const scrubbed = known.get(id) ?? make(known.size + 1)
    known.set(id, scrubbed)
    return scrubbed
  }
  const named = (id: string, prefix: string) =>
    standIn(id, (count) => `${prefix}scrubbed${String(count).padStart(4, '0')}`)
  const scrubPlaced = (whole: string, field: string, colon: string, id: string) =>
    STAND_IN.test(id) ? whole : `${field}${colon}"${named(id, /^[a-z]{1,12}_/i.exec(id)?.[0] ?? '')}"`
  return (text) => {
    const scrubbed = redact(text, secrets)
      .replace(EMAIL, 'someone@example.com')
      .replace(UUID, (id) => standIn(id, (count) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`))
      .replace(ID, (id, kind, mark) => named(id, kind + mark))
      .replace(ACCOUNT, (id, kind, mark) => named(id, kind + mark))
      .replace(PLACED, scrubPlaced)
    // An id that a field gave away stands in running text as well; without a digit it might be a word there.
    const ids = [...known.keys()].filter((id) => id.length >= 8 && /\d/.test(id) && /[a-z]/i.test(id))
    return ids
      .sort((a, b) => b.length - a.length)
      .reduce((rest, id) => rest.replaceAll(id, known.get(id) ?? id), scrubbed)
  }
}

const PATTERNS: readonly [kind: string, pattern: RegExp][] = [
  ['an API key', /\b(?:sk|gsk|xai|pplx|nvapi|hf)[-_][A-Za-z0-9_-]{16,}/],
  ['a Google key', /\bAIza[\w-]{20,}/],
  ['an AWS key', /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_\w{20,}/],
  ['a token that names its bearer', /\bbearer\s+(?!\[redacted\])[\w.~+/=-]{12,}/i],
  ['a JSON web token', /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+/],
  ['an e-mail address', new RegExp(EMAIL.source, 'i')],
]

/** What must not be written, by kind and never by value; nothing where the text is clean. */
export function secretsLeftIn(text: string, secrets: readonly string[]): string[] {
  const found = PATTERNS.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
  return secrets.some((secret) => formsOf(secret).some((form) => text.includes(form)))
    ? ['the key of this very request', ...found]
    : found
}

/** As it is, as it stands in an address, and in base64 at each of the three places where it may begin. */
function formsOf(secret: string): string[] {
  const shifted = [0, 1, 2].map((pad) => {
    const encoded = Buffer.from('x'.repeat(pad) + secret).toString('base64')
    // The edges depend on what stands beside it.
    return encoded.slice(pad === 0 ? 0 : 4, -4)
  })
  const reversed = [...secret].reverse().join('')
  return [secret, encodeURIComponent(secret), reversed, ...shifted].filter((form) => form.length >= 6)
}
