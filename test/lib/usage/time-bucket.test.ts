import { describe, expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { timeBuckets } from '#lib/usage/time-bucket.ts'
import { localDay, offsetsOf, startOfDay } from '#lib/usage/time-zone.ts'
import type { UsageBucket } from '#lib/usage/usage.ts'

const at = (text: string) => parseTimestamp(`${text}:00Z`)
const text = (micros: number) => formatTimestamp(micros).slice(0, 16)

function starts(bucket: UsageBucket, from: string, to: string, zone: string): string[] {
  return timeBuckets(bucket, { from: at(from), to: at(to) }, zone).starts.map(text)
}

describe('the parts of a range', () => {
  test.each<[UsageBucket, string, string, string, string[]]>([
    [
      'day',
      '2026-10-23T22:00',
      '2026-10-26T23:00',
      'Europe/Berlin',
      ['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00'],
    ],
    ['day', '2026-03-27T23:00', '2026-03-29T22:00', 'Europe/Berlin', ['2026-03-27T23:00', '2026-03-28T23:00']],
    [
      'day',
      '2028-02-28T00:00',
      '2028-03-02T00:00',
      'UTC',
      ['2028-02-28T00:00', '2028-02-29T00:00', '2028-03-01T00:00'],
    ],
    ['day', '2026-11-22T18:30', '2026-11-23T18:30', 'Asia/Kolkata', ['2026-11-22T18:30']],
    ['day', '2026-11-22T18:15', '2026-11-23T18:15', 'Asia/Kathmandu', ['2026-11-22T18:15']],
    ['day', '2026-11-22T10:15', '2026-11-23T10:15', 'Pacific/Chatham', ['2026-11-22T10:15']],
    // Clocks skip midnight: the day begins at one.
    [
      'day',
      '2026-04-23T10:00',
      '2026-04-25T10:00',
      'Africa/Cairo',
      ['2026-04-22T22:00', '2026-04-23T22:00', '2026-04-24T21:00'],
    ],
    ['week', '2026-11-18T12:00', '2026-11-24T00:00', 'UTC', ['2026-11-16T00:00', '2026-11-23T00:00']],
    ['week', '2026-03-25T12:00', '2026-04-01T00:00', 'Europe/Berlin', ['2026-03-22T23:00', '2026-03-29T22:00']],
    [
      'month',
      '2026-01-31T12:00',
      '2026-04-01T00:00',
      'UTC',
      ['2026-01-01T00:00', '2026-02-01T00:00', '2026-03-01T00:00'],
    ],
    ['month', '2025-12-31T12:00', '2026-02-01T05:00', 'America/New_York', ['2025-12-01T05:00', '2026-01-01T05:00']],
    // Two o'clock comes twice.
    [
      'hour',
      '2026-10-25T00:00',
      '2026-10-25T03:00',
      'Europe/Berlin',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
    [
      'hour',
      '2026-11-23T00:10',
      '2026-11-23T01:40',
      'Asia/Kolkata',
      ['2026-11-22T23:30', '2026-11-23T00:30', '2026-11-23T01:30'],
    ],
    // Clocks go back by half an hour at two.
    [
      'hour',
      '2026-04-04T14:00',
      '2026-04-04T17:30',
      'Australia/Lord_Howe',
      ['2026-04-04T14:00', '2026-04-04T14:30', '2026-04-04T15:30', '2026-04-04T16:30'],
    ],
  ])('by %s from %s to %s in %s (%#)', (bucket, from, to, zone, expected) => {
    expect(starts(bucket, from, to, zone)).toEqual(expected)
  })

  test('are never more than anybody can look at', () => {
    expect(() => starts('hour', '2020-01-01T00:00', '2026-01-01T00:00', 'UTC')).toThrow('more than 10,000')
  })
})

test.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Apia', 'UTC'])(
  'every day of two years in %s begins once, behind the one before, and is its own',
  (zone) => {
    const [from, to] = [at('2026-01-01T00:00'), at('2028-01-01T00:00')]
    const offsets = offsetsOf(zone, from, to)
    let before = Number.NEGATIVE_INFINITY
    for (let day = localDay(from, offsets) + 1; day < localDay(to, offsets); day += 1) {
      const start = startOfDay(day, offsets)
      expect(start).toBeGreaterThan(before)
      expect(localDay(start, offsets)).toBe(day)
      expect(localDay(start - 1, offsets)).toBe(day - 1)
      before = start
    }
  },
)
