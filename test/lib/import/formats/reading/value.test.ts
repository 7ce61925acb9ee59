import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#lib/canonical/hash.ts'
import { Timestamp } from '#lib/canonical/timestamp.ts'
import { Losses } from '#lib/import/formats/reading/losses.ts'
import { timeOf } from '#lib/import/formats/reading/time.ts'
import { jsonOf, textOf, titleOf, webAddressOf } from '#lib/import/formats/reading/value.ts'

describe('a time', () => {
  const SECOND = '2025-10-09T08:53:20.000000Z'
  test.each([
    ['seconds', 1_760_000_000],
    ['milliseconds', 1_760_000_000_000],
    ['microseconds', 1_760_000_000_000_000],
    ['nanoseconds', 1_760_000_000_000_000_000],
    ['digits', '1760000000000'],
    ['ISO 8601', '2025-10-09T08:53:20Z'],
    ['ISO 8601 with a zone', '2025-10-09T10:53:20+02:00'],
    ['ISO 8601 with a zone without a colon', '2025-10-09 10:53:20+0200'],
    ['ISO 8601 without a zone', '2025-10-09 08:53:20'],
    ["MongoDB's number", { $date: { $numberLong: '1760000000000' } }],
    ["MongoDB's text", { $date: '2025-10-09T08:53:20.000Z' }],
  ])('is read from %s', (_what, value) => {
    expect(timeOf(value)).toBe(SECOND)
  })

  test('keeps what is smaller than a second', () => {
    expect(timeOf(1_760_000_000.25)).toBe('2025-10-09T08:53:20.250000Z')
    expect(timeOf('2025-10-09T08:53:20.123456789Z')).toBe('2025-10-09T08:53:20.123456Z')
  })

  test.each([
    [0],
    [-1],
    [12],
    [Number.NaN],
    [1e300],
    ['soon'],
    ['13:18:04 GMT-0400 (Eastern Daylight Time)'],
    ['2025-13-45T99:99:99Z'],
    ['9999-01-01T00:00:00Z'],
    [{ $date: { $date: { $date: 1 } } }],
    [null],
    [undefined],
    [[]],
  ])('is none in %j', (value) => {
    expect(timeOf(value)).toBeNull()
  })

  test('is null or canonical, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const time = timeOf(value)
        expect(time === null || Timestamp.safeParse(time).success).toBe(true)
      }),
    )
  })
})

describe('a value of another product', () => {
  test('becomes JSON that can be stored and hashed', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => canonicalJson(jsonOf(value))).not.toThrow()
      }),
    )
  })

  test('keeps no nesting without end, no infinity, no prototype and no text that is none', () => {
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    expect(JSON.stringify(jsonOf(deep)).length).toBeLessThan(200)
    expect(jsonOf(JSON.parse('{"a":1e400,"__proto__":{"x":1},"b":"\\u0000\\ud800"}'))).toEqual({ a: null, b: '�' })
    expect(textOf(['no text'])).toBe('')
  })

  test('is one short line as a title', () => {
    expect(titleOf(' two\nlines\u0000 and \u202Emore ')).toBe('two lines and more')
    expect(titleOf('x'.repeat(5_000))).toHaveLength(200)
    expect(titleOf('  ')).toBeNull()
  })

  test.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://', null],
    [12, null],
  ])('is an address only where it leads into the web: %s', (value, address) => {
    expect(webAddressOf(value)).toBe(address)
  })
})

test('losses are counted by kind and detail, and a file cannot make a list without end of them', () => {
  const losses = new Losses()
  for (let index = 0; index < 1_000; index += 1) losses.add('unsupported', `type ${index}`)
  losses.add('unsupported', 'type 0')
  losses.add('audio')
  const list = losses.list()
  expect(list[0]).toEqual({ kind: 'unsupported', count: 2, detail: 'type 0' })
  expect(list.length).toBeLessThan(25)
  expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(1_002)
})
