import { expect, test } from 'vitest'
import { headingOf, untilMidnight } from '#app/_chat/sessions/group-by-day.ts'
import { placeRows, rowsWithin } from '#app/_chat/sessions/visible-rows.ts'
import { english } from '#app/_texts/english/first.ts'

const heights = { row: 35, heading: 30 }

test('rows stand one below the other, each heading above the first row under it', () => {
  const rows = placeRows(['a1', 'a2', 'b1'], (item) => item.charAt(0), heights)
  expect(rows).toEqual([
    { item: 'a1', heading: 'a', top: 0, height: 65 },
    { item: 'a2', heading: null, top: 65, height: 35 },
    { item: 'b1', heading: 'b', top: 100, height: 65 },
  ])
  expect(placeRows([], String, heights)).toEqual([])
})

test('of ten thousand rows those are shown that touch what is seen', () => {
  const rows = placeRows(
    Array.from({ length: 10_000 }, (_, n) => n),
    () => 'one',
    heights,
  )
  expect(rowsWithin(rows, -100, 65)).toEqual([0, 1])
  expect(rowsWithin(rows, 65, 135)).toEqual([1, 3])
  expect(rowsWithin(rows, 66, 136)).toEqual([1, 4])
  expect(rowsWithin(rows, 349_900, 400_000)).toEqual([9_996, 10_000])
  expect(rowsWithin([], 0, 100)).toEqual([0, 0])
})

test.each([
  ['2026-11-22T12:00:00.000000Z', 'Today'],
  ['2026-11-23T00:30:00.000000Z', 'Today'],
  ['2026-11-21T12:00:00.000000Z', 'Yesterday'],
  ['2026-11-20T12:00:00.000000Z', 'Last 7 days'],
  ['2026-11-15T12:00:00.000000Z', 'Last 7 days'],
  ['2026-11-14T12:00:00.000000Z', 'November'],
  ['2026-03-02T12:00:00.000000Z', 'March'],
  ['2025-11-22T12:00:00.000000Z', 'November 2025'],
])('what was last said at %s stands under %s', (updated_at, heading) => {
  const now = new Date('2026-11-22T13:00:00Z')
  expect(headingOf(english, { pinned: false, updated_at }, now)).toBe(heading)
  expect(headingOf(english, { pinned: true, updated_at }, now)).toBe('Pinned')
})

test('the headings are others at midnight', () => {
  const now = new Date(2026, 10, 22, 23, 59, 59)
  expect(untilMidnight(now)).toBe(1_000)
  expect(untilMidnight(new Date(2026, 10, 22))).toBe(86_400_000)
})
