import { describe, expect, test } from 'vitest'
import { SCHEME } from '#app/_http/arrival.ts'
import { originProblem, type RequestKind } from '#app/_http/origin.ts'

const problem = (headers: Record<string, string>, kind: RequestKind = 'read') =>
  originProblem(new Headers(headers), kind, null)

const ELSEWHERE = 'requests from other web pages are not answered'

describe('the host', () => {
  test.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'localhost', 'LOCALHOST:3000'])(
    '%s is this machine',
    (host) => {
      expect(problem({ host })).toBeNull()
    },
  )

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example:3000',
    '127.0.0.1.evil.example',
    '192.168.1.5:3000',
    '0.0.0.0:3000',
    'localhost:3000@evil.example',
    'evil.example@127.0.0.1',
    'localhost#.evil.example',
    'localhost/.evil.example',
    '2130706433',
    'localhost.',
    '',
  ])('%s is refused: a name that DNS rebinding could bring', (host) => {
    expect(problem({ host })).toMatch(/127\.0\.0\.1/)
    expect(problem({ host }, 'page')).toMatch(/127\.0\.0\.1/)
  })

  test('a request without a host is refused', () => {
    expect(problem({})).not.toBeNull()
  })
})

describe('the page that asks', () => {
  const host = 'localhost:3000'

  test.each(['same-origin', 'none'])('sec-fetch-site %s is our own page or the address bar', (site) => {
    expect(problem({ host, 'sec-fetch-site': site })).toBeNull()
  })

  test.each(['cross-site', 'same-site'])(
    'sec-fetch-site %s is refused: another port of localhost is another page',
    (site) => {
      expect(problem({ host, 'sec-fetch-site': site })).toBe(ELSEWHERE)
    },
  )

  test('a link from elsewhere may open a page and call nothing', () => {
    const link = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect(problem(link, 'page')).toBeNull()
    expect(problem(link, 'read')).toBe(ELSEWHERE)
    expect(problem({ ...link, 'sec-fetch-dest': 'iframe' }, 'page')).toBe(ELSEWHERE)
    expect(problem({ ...link, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 'page')).toBe(ELSEWHERE)
  })

  test('without sec-fetch-site the origin must be our own', () => {
    expect(problem({ host, origin: 'http://localhost:3000' })).toBeNull()
    expect(problem({ host, origin: 'http://localhost:4000' })).toBe(ELSEWHERE)
    expect(problem({ host, origin: 'https://evil.example' })).toBe(ELSEWHERE)
    expect(problem({ host, origin: 'null' })).toBe(ELSEWHERE)
  })

  test('a script sends neither and is answered', () => {
    expect(problem({ host })).toBeNull()
  })
})

describe('a server that others can reach', () => {
  const reachable = (publicUrl: string | null) => ({ publicUrl, ownerEmail: null, trustedProxies: [] })
  const asked = (publicUrl: string | null, headers: Record<string, string>, kind: RequestKind = 'read') =>
    originProblem(new Headers(headers), kind, reachable(publicUrl))
  const HTTPS = 'https://chat.example.com'

  test.each(['chat.example.com', 'CHAT.example.com', 'chat.example.com:443'])(
    'answers under its address: %s',
    (host) => {
      expect(asked(HTTPS, { host })).toBeNull()
    },
  )

  test.each([
    'example.com',
    'chat.example.com.evil.example',
    'chat.example.com:8443',
    '127.0.0.1:3000',
    'localhost',
    '',
  ])('answers under no other: %s', (host) => {
    expect(asked(HTTPS, { host })).toMatch(/under https:\/\/chat\.example\.com only/)
    expect(asked(HTTPS, { host }, 'page')).not.toBeNull()
  })

  test('does not answer what a proxy has for another name, or without TLS', () => {
    const host = 'chat.example.com'
    expect(asked(HTTPS, { host, 'x-forwarded-host': host })).toBeNull()
    expect(asked(HTTPS, { host, 'x-forwarded-host': 'evil.example' })).not.toBeNull()
    expect(asked(HTTPS, { host, [SCHEME]: 'https' })).toBeNull()
    expect(asked(HTTPS, { host, [SCHEME]: 'http' })).not.toBeNull()
  })

  test('takes what changes something from its own pages alone', () => {
    const host = 'chat.example.com'
    expect(asked(HTTPS, { host, origin: HTTPS }, 'change')).toBeNull()
    expect(asked(HTTPS, { host, 'sec-fetch-site': 'same-origin', origin: HTTPS }, 'change')).toBeNull()
    for (const origin of ['http://chat.example.com', 'https://evil.example', 'null']) {
      expect(asked(HTTPS, { host, origin }, 'change')).not.toBeNull()
    }
    expect(asked(HTTPS, { host, 'sec-fetch-site': 'same-site', origin: HTTPS }, 'change')).not.toBeNull()
    expect(asked(HTTPS, { host }, 'change')).toMatch(/send an Origin header/)
    expect(asked(HTTPS, { host }, 'read')).toBeNull()
  })

  test.each(['192.168.1.5:3000', '[fe80::1]:3000', '10.0.0.1', 'localhost:3000'])(
    'answers without a name under addresses in numbers: %s',
    (host) => {
      expect(asked(null, { host })).toBeNull()
    },
  )

  test.each(['evil.example', '192.168.1.5.evil.example', '999.1.1.1', '2130706433', '[::1', ''])(
    'answers without a name under none: %s',
    (host) => {
      expect(asked(null, { host })).toMatch(/METIS_PUBLIC_URL/)
    },
  )
})
