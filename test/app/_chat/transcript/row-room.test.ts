import { expect, test } from 'vitest'
import { RowRoom } from '#app/_chat/transcript/row-room.ts'
import type { TurnRow } from '#app/_chat/transcript/turn-rows.ts'

const rows: TurnRow[] = ['a', 'b', 'c'].map((id, at) => ({ id, from: at, to: at + 1, size: 0, began: '', ended: '' }))

test('a row that was seen has its own height, whichever it is, and the others are guessed', () => {
  const room = new RowRoom()
  const [guess = 0] = room.offsets(rows).slice(1)
  expect([...room.offsets(rows)]).toEqual([0, guess, 2 * guess, 3 * guess])
  room.see('c', 500)
  expect([...room.offsets(rows)]).toEqual([0, guess, 2 * guess, 2 * guess + 500])
  room.see('a', 100)
  expect([...room.offsets(rows)]).toEqual([0, 100, 100 + guess, 600 + guess])
  room.see('b', 0)
  expect([...room.offsets(rows)]).toEqual([0, 100, 100 + guess, 600 + guess])
})

test('where the last one grows nothing is looked at that is before it', () => {
  const room = new RowRoom()
  const before = room.offsets(rows)
  room.see('c', 500)
  room.see('c', 700)
  expect(room.offsets(rows)).toBe(before)
  expect(before[3]).toBe((before[2] ?? 0) + 700)
  const more = [...rows, { ...rows[0], id: 'd' } as TurnRow]
  expect(room.offsets(more)[3]).toBe((before[2] ?? 0) + 700)
})
