import { expect, test } from 'vitest'
import { bounded, fitOf, MOST, movedBy, WHOLE, zoomedAt } from '#app/_content/picture-zoom.ts'

const WIDE = { width: 800, height: 400 }

test('a picture fits into a window with its own proportions, also one that is smaller', () => {
  expect(fitOf({ width: 1600, height: 800 }, { width: 800, height: 600 })).toEqual(WIDE)
  expect(fitOf({ width: 16, height: 8 }, { width: 1000, height: 400 })).toEqual(WIDE)
})

test('what is at a point stays there while it grows, and while it shrinks again', () => {
  const at = { x: 300, y: -150 }
  const grown = zoomedAt(WHOLE, 4, at, WIDE)
  expect(grown).toEqual({ factor: 4, x: -900, y: 450 })
  expect(zoomedAt(grown, 1 / 4, at, WIDE)).toEqual(WHOLE)
})

test('it is never smaller than whole, nor larger than eight times that', () => {
  expect(zoomedAt(WHOLE, 1 / 2, { x: 10, y: 10 }, WIDE)).toEqual(WHOLE)
  expect(zoomedAt(WHOLE, 100, { x: 0, y: 0 }, WIDE).factor).toBe(MOST)
})

test('it is moved until an edge is where it was when all was seen', () => {
  const grown = zoomedAt(WHOLE, 2, { x: 0, y: 0 }, WIDE)
  expect(movedBy(grown, { x: 100, y: -50 }, WIDE)).toEqual({ factor: 2, x: 100, y: -50 })
  expect(movedBy(grown, { x: 1000, y: -1000 }, WIDE)).toEqual({ factor: 2, x: 400, y: -200 })
  expect(bounded({ factor: 1, x: 5, y: 5 }, WIDE)).toEqual(WHOLE)
})
