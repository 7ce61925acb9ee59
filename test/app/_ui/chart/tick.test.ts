import { describe, expect, test } from 'vitest'
import { ticksFor } from '#app/_ui/chart/tick.ts'

const bars = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    key: `${n}`,
    tick: `${n % 10}`,
    tickWithHead: `${n % 10} of ${Math.floor(n / 10)}`,
    head: `${Math.floor(n / 10)}`,
  }))

/** Each 20 wide and 10 apart. */
const named = (count: number, room: number) =>
  ticksFor(bars(count), (index) => index * 30, 20, count * 30, room).map(({ text, at, anchor }) => [text, at, anchor])

describe('what stands below bars', () => {
  test('is all of them where there is room, with their head where it changes', () => {
    expect(named(3, 10)).toEqual([
      ['0 of 0', 10, 'middle'],
      ['1', 40, 'middle'],
      ['2 of 0', 70, 'middle'],
    ])
  })

  test('is every so many of them, from the first to the last, which nothing comes too near to', () => {
    expect(named(14, 90)).toEqual([
      ['0 of 0', 0, 'start'],
      ['3', 100, 'middle'],
      ['6', 190, 'middle'],
      ['9', 280, 'middle'],
      ['3 of 1', 410, 'end'],
    ])
  })

  test('is nothing where there are none', () => expect(named(0, 90)).toEqual([]))
})
