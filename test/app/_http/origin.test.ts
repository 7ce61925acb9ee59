import { describe, expect, test } from 'vitest'
import { originProblem } from '#app/_http/origin.ts'

const problem = (headers: Record<string, string>, kind: 'api' | 'page' = 'api') =>
  originProblem(new Headers(headers), kind)

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
    expect(problem(link, 'api')).toBe(ELSEWHERE)
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
