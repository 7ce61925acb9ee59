import { describe, expect, test } from 'vitest'
import { RowRoom } from '#app/_chat/transcript/row-room.ts'
import { nextSpan, rowAt, spanBetween } from '#app/_chat/transcript/row-span.ts'

/** A thousand rows of 100 pixels. */
const OFFSETS = Float64Array.from({ length: 1_001 }, (_, index) => index * 100)

describe('rows by their place', () => {
  test('are found at any height, and the nearest one beyond the ends', () => {
    expect([-50, 0, 99, 100, 55_555, 99_999, 200_000].map((height) => rowAt(OFFSETS, height))).toEqual([
      0, 0, 0, 1, 555, 999, 999,
    ])
    expect(spanBetween(OFFSETS, 150, 420)).toEqual({ start: 1, end: 5 })
    expect(spanBetween(new Float64Array(1), 0, 500)).toEqual({ start: 0, end: 0 })
  })

  test('take the room that was seen, and a guess by what they say before', () => {
    const room = new RowRoom()
    const noon = '2026-11-21T12:00:00.000000Z'
    const rows = [
      { id: 'a', from: 0, to: 2, size: 0, began: noon, ended: noon },
      { id: 'b', from: 2, to: 4, size: 1_000, began: noon, ended: noon },
    ]
    expect([...room.offsets(rows)]).toEqual([0, 210, 780])
    room.see('a', 90)
    // A row that is gone has no height, and is none of 0.
    room.see('b', 0)
    expect([...room.offsets(rows)]).toEqual([0, 90, 660])
  })
})

describe('what is shown next', () => {
  const around = (start: number, end: number) => ({
    visible: { start, end },
    wanted: { start: start - 8, end: end + 8 },
    kept: { start: start - 16, end: end + 16 },
  })

  test('grows by a few rows at a time until it has what is wanted', () => {
    let shown = { start: 500, end: 508 }
    const seen: (typeof shown)[] = []
    for (let frame = 0; frame < 5; frame += 1) {
      shown = nextSpan(shown, around(500, 508))
      seen.push(shown)
    }
    expect(seen.map(({ start, end }) => [500 - start, end - 508])).toEqual([
      [2, 2],
      [4, 4],
      [6, 6],
      [8, 8],
      [8, 8],
    ])
  })

  test('has all that is in view, whatever was shown', () => {
    expect(nextSpan({ start: 0, end: 10 }, around(700, 708))).toEqual({ start: 698, end: 710 })
    expect(nextSpan({ start: 690, end: 704 }, around(700, 708))).toEqual({ start: 690, end: 710 })
  })

  test('lets go of what is far behind', () => {
    expect(nextSpan({ start: 480, end: 600 }, around(560, 568))).toEqual({ start: 544, end: 584 })
  })
})
