import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  bucketsFor,
  countDays,
  dayIn,
  daysBefore,
  isDay,
  spanUntil,
} from '#app/_admin/usage/period.ts'

describe('the day that it is', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-22T18:29:59Z', '2026-11-22'],
    ['Asia/Kolkata', '2026-11-22T18:30:00Z', '2026-11-23'],
    ['America/St_Johns', '2026-11-23T03:29:59Z', '2026-11-22'],
    ['America/St_Johns', '2026-11-23T03:30:00Z', '2026-11-23'],
    // Half an hour forward and back: +10:30 in winter, +11:00 in summer.
    ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-04'],
    ['Australia/Lord_Howe', '2026-10-04T12:59:59Z', '2026-10-04'],
    ['Australia/Lord_Howe', '2026-10-04T13:00:00Z', '2026-10-05'],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-04-05T13:29:59Z', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', '2026-04-06'],
    // 23 hours in spring and 25 in autumn.
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ])('in %s at %s is %s', (zone, at, day) => expect(dayIn(zone, new Date(at))).toBe(day))
})

describe('days', () => {
  test('go over the ends of months, of years and of February', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  test('of another month are its last where it has none of that number', () => {
    expect(addMonths('2026-05-31', -3)).toBe('2026-02-28')
    expect(addMonths('2028-05-31', -3)).toBe('2028-02-29')
    expect(addMonths('2026-11-23', -12)).toBe('2025-11-23')
    expect(addMonths('2026-01-15', -3)).toBe('2025-10-15')
  })

  test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', '0000-01-01', 'today', '2026-01-01T00:00'])(
    'are not %j',
    (text) => expect(isDay(text)).toBe(false),
  )

  test('are those of the calendar', () => expect(['2028-02-29', '2026-12-31'].every(isDay)).toBe(true))
})

describe('a span', () => {
  test.each([
    ['7d', { from: '2026-11-17', to: '2026-11-24' }, { from: '2026-11-10', to: '2026-11-17' }],
    ['30d', { from: '2026-10-25', to: '2026-11-24' }, { from: '2026-09-25', to: '2026-10-25' }],
    ['quarter', { from: '2026-08-24', to: '2026-11-24' }, { from: '2026-05-24', to: '2026-08-24' }],
    ['year', { from: '2025-11-24', to: '2026-11-24' }, { from: '2024-11-24', to: '2025-11-24' }],
  ] as const)('of %s ends with today, and comes after one as long', (span, days, before) => {
    expect(spanUntil('2026-11-23', span)).toEqual(days)
    expect(daysBefore(days, span)).toEqual(before)
  })

  test('of chosen days comes after as many of them, also over a change of the clocks', () => {
    const days = { from: '2026-03-28', to: '2026-03-31' }
    expect(countDays(days)).toBe(3)
    expect(daysBefore(days, null)).toEqual({ from: '2026-03-25', to: '2026-03-28' })
  })
})

test.each([
  ['2026-11-23', 'hour', ['hour', 'day', 'week', 'month']],
  ['2026-11-29', 'day', ['hour', 'day', 'week', 'month']],
  ['2027-02-20', 'day', ['day', 'week', 'month']],
  ['2027-11-22', 'week', ['day', 'week', 'month']],
  ['2030-11-22', 'month', ['week', 'month']],
  ['2126-11-22', 'month', ['month']],
])('from 22 November 2026 to %s, bars are best for each %s', (to, best, offered) => {
  expect(bucketsFor({ from: '2026-11-22', to })).toEqual({ best, offered })
})
