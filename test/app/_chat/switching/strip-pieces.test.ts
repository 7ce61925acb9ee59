import { expect, test } from 'vitest'
import { piecesOf, sumsOf } from '#app/_chat/switching/strip-pieces.ts'

const turn = (tokens: number, is_changed = false) => ({ kind: 'turn' as const, turn: 1, tokens, is_changed })
const instructions = { kind: 'instructions' as const, turn: null, tokens: 100, is_changed: false }

test('what fits is drawn turn by turn, with what goes in another form', () => {
  expect(piecesOf([instructions, turn(400), turn(200, true), turn(300)], 10_000, true)).toEqual([
    { tone: 'instructions', tokens: 100 },
    { tone: 'whole', tokens: 400 },
    { tone: 'changed', tokens: 200 },
    { tone: 'whole', tokens: 300 },
  ])
})

test('where the window ends, a turn is cut, and all after it does not fit', () => {
  const pieces = piecesOf([instructions, turn(400), turn(500)], 600, false)
  expect(pieces).toEqual([
    { tone: 'instructions', tokens: 100 },
    { tone: 'whole', tokens: 400 },
    { tone: 'whole', tokens: 100 },
    { tone: 'over', tokens: 400 },
  ])
  expect(sumsOf(pieces)).toEqual([
    { tone: 'instructions', tokens: 100 },
    { tone: 'whole', tokens: 500 },
    { tone: 'over', tokens: 400 },
  ])
})

test('turns that are too short to be seen are drawn together, and nothing of them is lost', () => {
  const pieces = piecesOf(
    Array.from({ length: 1_000 }, () => turn(7)),
    100_000,
    true,
  )
  expect(pieces.length).toBeLessThan(70)
  expect(sumsOf(pieces)).toEqual([{ tone: 'whole', tokens: 7_000 }])
})
