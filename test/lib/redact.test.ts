import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redactValue } from '#lib/redact.ts'

/** Microseconds of the processor, not of the clock: other processes take their part of that. */
function quickest(text: string, secrets: readonly string[] = []): number {
  const times = Array.from({ length: 5 }, () => {
    const started = process.cpuUsage()
    redact(text, secrets)
    const { user, system } = process.cpuUsage(started)
    return user + system
  })
  return Math.min(...times)
}

describe('redact', () => {
  test.each([
    ['Incorrect API key provided: sk-proj-abc_DEF-123456.', 'Incorrect API key provided: [redacted].'],
    ['sk-ant-api03-AAAA-bbbb and sk-or-v1-0123456789', '[redacted] and [redacted]'],
    ['Authorization: Bearer eyJhbGciOi.J9.abc-_~+/=', 'Authorization: Bearer [redacted]'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: basic [redacted]'],
    ['{"Proxy-Authorization":"Bearer abc"}', '{"Proxy-Authorization":"Bearer [redacted]"}'],
    ['refused bearer abcd3f', 'refused bearer [redacted]'],
    ['refused Basic dXNlcjpwYXNzd29y', 'refused Basic [redacted]'],
    ['x-api-key: abc123, accept: */*', 'x-api-key: [redacted], accept: */*'],
    ['{"x-api-key":"abc123","b":1}', '{"x-api-key":"[redacted]","b":1}'],
    ['http://127.0.0.1/v1?a=1&api_key=abc&b=2', 'http://127.0.0.1/v1?a=1&api_key=[redacted]&b=2'],
    ['http://127.0.0.1/v1?key=abc#top', 'http://127.0.0.1/v1?key=[redacted]#top'],
    ['connect http://user:pass@127.0.0.1:8080/x', 'connect http://[redacted]@127.0.0.1:8080/x'],
  ])('hides the credential in %j', (text, clean) => {
    expect(redact(text)).toBe(clean)
    expect(redact(clean)).toBe(clean)
  })

  test.each([
    'task-oriented work at the desk-side',
    'mail metis@example.com about http://127.0.0.1/@alias',
    'the key is under the mat; a token is about four characters',
    'bearer of news',
    'Missing bearer or basic authentication in header',
    'Bearer token is missing',
    'sk-1',
  ])('leaves %j alone', (text) => {
    expect(redact(text)).toBe(text)
  })

  test('hides exact secrets, also where they are encoded into an address', () => {
    expect(redact('got p@ss/word from ?q=p%40ss%2Fword', ['p@ss/word'])).toBe('got [redacted] from ?q=[redacted]')
  })

  const KEY = 'k3y/of+mine?"secret"-0123'
  const encoded = (before: string, after: string, alphabet: 'base64' | 'base64url') =>
    Buffer.from(`${before}${KEY}${after}`).toString(alphabet)

  test.each([
    ['a name', `model-${KEY}-large`],
    ['JSON', JSON.stringify({ error: KEY })],
    ['JSON in JSON', JSON.stringify({ raw: JSON.stringify({ error: KEY }) })],
    ['JSON that escapes its slashes', JSON.stringify(KEY).replaceAll('/', '\\/')],
    ['JSON that escapes every character', KEY.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)],
    ['an address', `http://127.0.0.1/?q=${encodeURIComponent(KEY)}`],
    ['an address in lower case', encodeURIComponent(KEY).toLowerCase()],
    ['an address that escapes every character', KEY.replaceAll(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)],
    ['an address in an address', encodeURIComponent(encodeURIComponent(KEY))],
    ['lines', `${KEY.slice(0, 9)}\r\n  ${KEY.slice(9)}`],
    ['quoted-printable lines', `${KEY.slice(0, 9)}=\n${KEY.slice(9)}`],
    ['lines of a JSON text', `${KEY.slice(0, 5)}\\n${KEY.slice(5)}`],
    ['pieces with nothing to be seen between them', [...KEY].join('\u200b')],
  ])('hides a secret that stands in %s', (_, text) => {
    const clean = redact(`before ${text} after`, [KEY])
    expect(clean).toMatch(/^before .*\[redacted\].* after$/)
    expect(clean).not.toMatch(/k3y|0123/)
  })

  const places = ['', 'u', 'us', 'user:'].flatMap((before) =>
    ['', 'x', ':y', ' and more'].map((after) => [before, after]),
  )

  test.each(['base64', 'base64url'] as const)(
    'hides a secret in %s, wherever it stands in what was encoded',
    (alphabet) => {
      for (const [before = '', after = ''] of places) {
        const text = encoded(before, after, alphabet)
        const broken = text.replace(/.{12}/g, '$&\r\n')
        for (const form of [text, broken, encodeURIComponent(text)]) {
          const clean = redact(`before ${form} after`, [KEY])
          // A line break at its end goes with those inside.
          expect(clean).toMatch(/^before \S*\[redacted\]\S* ?after$/)
          // At each end a few bits may be left, which the neighbours share.
          expect(clean.length).toBeLessThanOrEqual('before [redacted] after'.length + (before + after).length * 2 + 8)
        }
      }
    },
  )

  test('leaves text as it is that only begins like a secret, or like its base64', () => {
    const text = `${KEY.slice(0, -1)} ${encoded('', '', 'base64').slice(0, 20)} %41 \\u0041 a\nb`
    expect(redact(text, [KEY])).toBe(text)
  })

  test('hides the longer of two secrets whole', () => {
    expect(redact('abcdef-and-more', ['abcdef', 'abcdef-and-more'])).toBe('[redacted]')
  })

  test('ignores secrets so short that they would blank out ordinary words', () => {
    expect(redact('a test of the word', ['test', ''])).toBe('a test of the word')
  })

  test('takes time linear in the length of hostile text', () => {
    for (const part of ['a.', 'a://', 'sk-', 'bearer ', 'bearer a', 'authorization:', 'api_key', '?key=', '"', ' ']) {
      const text = part.repeat(10_000)
      // Quadratic time would be sixteen times as much.
      expect(quickest(text.repeat(4)), part).toBeLessThan(8 * quickest(text) + 2_000)
    }
    for (const part of ['a', ' ']) {
      const text = `bearer ${part.repeat(20_000)}`
      expect(quickest(`${text}${part.repeat(60_000)}`), part).toBeLessThan(8 * quickest(text) + 2_000)
    }
  })

  test('takes time linear in the length of text that almost holds a secret', () => {
    const key = `${'ab'.repeat(30)}c`
    const base64 = Buffer.from(key).toString('base64').slice(0, -4)
    for (const part of ['%61', '\\u0061b', '\\', '\n', '\u200b', base64, key.slice(0, -1), `${key}%41`]) {
      const text = part.repeat(Math.ceil(60_000 / part.length))
      // Quadratic time would be sixteen times as much.
      expect(quickest(text.repeat(4), [key]), part).toBeLessThan(10 * quickest(text, [key]) + 2_000)
    }
  })

  test('leaves no trace of a secret in any text, and is idempotent', () => {
    const secret = fc.stringMatching(/^[a-z0-9]{12,24}$/)
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
        const clean = redact(`${before}${value}${after}`, [value])
        expect(clean).not.toContain(value)
        expect(redact(clean, [value])).toBe(clean)
      }),
    )
  })
})

describe('redactValue', () => {
  test('reaches every string and every key of a nested value', () => {
    const value = { list: ['sk-abcdefgh1', { deep: 'Bearer abcdef1' }], 'sk-abcdefgh2': 1, count: 2, none: null }
    expect(redactValue(value)).toEqual({
      list: ['[redacted]', { deep: 'Bearer [redacted]' }],
      '[redacted]': 1,
      count: 2,
      none: null,
    })
  })

  test('hides the whole value under a name that holds credentials', () => {
    const headers = {
      authorization: 'abc',
      Cookie: 'abc',
      'x-api-key': 'abc',
      libsql_auth_token: 'abc',
      token_count: 'abc',
    }
    expect(redactValue(headers)).toEqual({
      authorization: '[redacted]',
      Cookie: '[redacted]',
      'x-api-key': '[redacted]',
      libsql_auth_token: '[redacted]',
      token_count: 'abc',
    })
  })

  test('keeps the class, message, own fields and cause of an error', () => {
    const cause = new TypeError('no Bearer abcdef1')
    const error = Object.assign(new Error('failed with sk-abcdefgh', { cause }), { error_class: 'auth' })
    expect(redactValue(error)).toEqual({
      name: 'Error',
      message: 'failed with [redacted]',
      error_class: 'auth',
      cause: {
        name: 'TypeError',
        message: 'no Bearer [redacted]',
        stack: expect.stringContaining('Bearer [redacted]'),
      },
      stack: expect.stringContaining('failed with [redacted]'),
    })
  })

  test('writes what JSON cannot hold as text', () => {
    const circular: Record<string, unknown> = { name: 'loop' }
    circular.self = circular
    expect(
      redactValue({
        circular,
        big: 10n,
        nan: Number.NaN,
        bytes: new Uint8Array(3),
        date: new Date(0),
        broken_date: new Date(Number.NaN),
        url: new URL('http://127.0.0.1/?key=abc'),
        map: new Map([['a', 1]]),
        set: new Set(['b']),
        symbol: Symbol('s'),
        call: () => 1,
        missing: undefined,
      }),
    ).toEqual({
      circular: { name: 'loop', self: '[circular]' },
      big: '10',
      nan: 'NaN',
      bytes: '[3 bytes]',
      date: '1970-01-01T00:00:00.000Z',
      broken_date: 'Invalid Date',
      url: 'http://127.0.0.1/?key=[redacted]',
      map: { a: 1 },
      set: { 0: 'b' },
      symbol: 'Symbol(s)',
      call: '[function]',
      missing: undefined,
    })
  })

  test('cuts what is longer than is asked for, after what is secret was removed', () => {
    const value = { text: `${'x'.repeat(10)}secret-1234`, list: ['short'] }
    expect(redactValue(value, ['secret-1234'], 15)).toEqual({ text: 'xxxxxxxxxx[red…', list: ['short'] })
  })

  test('shows a value that occurs twice both times', () => {
    const shared = { a: 1 }
    expect(redactValue([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })
})
