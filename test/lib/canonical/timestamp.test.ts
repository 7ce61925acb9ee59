import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTimestamp, microsecondClock, parseTimestamp, Timestamp } from '#lib/canonical/timestamp.ts'

describe('a timestamp', () => {
  test.each([
    [0, '1970-01-01T00:00:00.000000Z'],
    [1, '1970-01-01T00:00:00.000001Z'],
    [-1, '1969-12-31T23:59:59.999999Z'],
    [1_778_243_674_123_456, '2026-05-08T12:34:34.123456Z'],
  ])('of %i microseconds is %s', (micros, text) => {
    expect(formatTimestamp(micros)).toBe(text)
    expect(parseTimestamp(text)).toBe(micros)
    expect(Timestamp.parse(text)).toBe(text)
  })

  test('is the same after any round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), (micros) => {
        expect(parseTimestamp(formatTimestamp(micros))).toBe(micros)
      }),
    )
  })

  test('may have fewer decimals and write UTC as an offset', () => {
    expect(parseTimestamp('2026-05-08T12:34:34Z')).toBe(1_778_243_674_000_000)
    expect(parseTimestamp('2026-05-08T12:34:34.5Z')).toBe(1_778_243_674_500_000)
    expect(parseTimestamp('2026-05-08T12:34:34.000001+00:00')).toBe(1_778_243_674_000_001)
  })

  test.each([
    '',
    'now',
    '2026-05-08',
    '2026-05-08 12:34:34Z',
    '2026-05-08T12:34:34',
    '2026-05-08T12:34:34+02:00',
    '2026-05-08T12:34:34.1234567Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-05-08T24:00:00Z',
    '2026-05-08T12:34:60Z',
  ])('is not %j', (text) => {
    expect(() => parseTimestamp(text)).toThrow(RangeError)
    expect(Timestamp.safeParse(text).success).toBe(false)
  })
})

describe('the clock', () => {
  test('counts microseconds', () => {
    expect(microsecondClock(() => 1_000.5)()).toBe(1_000_500)
  })

  test('never repeats and never runs backwards', () => {
    const readings = [5, 5, 4, 6]
    const clock = microsecondClock(() => readings.shift() ?? 0)
    expect([clock(), clock(), clock(), clock()]).toEqual([5_000, 5_001, 5_002, 6_000])
  })
})
