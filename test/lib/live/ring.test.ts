import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { Ring } from '#lib/live/ring.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const frame = (id: string, length = 1) => ({ id, text: id.padEnd(length, '.') })
const textOf = (pieces: Uint8Array[] | undefined) => pieces && Buffer.concat(pieces).toString()

test('what is pushed comes back as bytes, all of one push in one piece', () => {
  const ring = new Ring('start', { entries: 10, bytes: 100_000 })
  expect(Buffer.from(ring.push([frame('a'), { id: 'b', text: 'Ünï😀' }])).toString()).toBe('aÜnï😀')
  expect(Buffer.from(ring.push([frame('c')])).toString()).toBe('c')
})

test('a reader gets what came after the id it saw last', () => {
  const ring = new Ring('start', { entries: 10, bytes: 100_000 })
  ring.push([frame('a'), frame('b')])
  ring.push([frame('c')])
  expect(textOf(ring.after('a'))).toBe('bc')
  expect(textOf(ring.after('c'))).toBe('')
  expect(textOf(ring.after('start'))).toBe('abc')
  expect(ring.lastId).toBe('c')
})

test('a reader gets it across all the pieces of memory that it lies in', () => {
  const ring = new Ring('start', { entries: 2_000, bytes: 1_000_000 })
  const all = Array.from({ length: 1_000 }, (_, index) => frame(`<${index}>`, 100 + index))
  for (const each of all) ring.push([each])
  for (const seen of [0, 1, 37, 500, 998, 999]) {
    const expected = all.slice(seen + 1).map(({ text }) => text)
    expect(textOf(ring.after(`<${seen}>`)), `after ${seen}`).toBe(expected.join(''))
  }
})

test('an id that was never there is not known', () => {
  const ring = new Ring('start', { entries: 10, bytes: 100_000 })
  expect(ring.after('zzz')).toBeUndefined()
  ring.push([frame('a')])
  expect(ring.after('zzz')).toBeUndefined()
  expect(ring.after('start')).toHaveLength(1)
})

test('the number of frames is bounded, and a reader just before the oldest one has missed nothing', () => {
  const ring = new Ring('start', { entries: 3, bytes: 100_000 })
  for (const id of ['a', 'b', 'c', 'd', 'e']) ring.push([frame(id)])
  expect(ring.after('start')).toBeUndefined()
  expect(ring.after('a')).toBeUndefined()
  expect(textOf(ring.after('b'))).toBe('cde')
})

test('nearly as many frames are kept as may be', () => {
  const ring = new Ring('start', { entries: 2_000, bytes: 2_000_000 })
  for (let index = 0; index < 10_000; index += 1) ring.push([frame(`${index}`, 300)])
  expect(ring.after(`${10_000 - 1_850}`)).toBeDefined()
  expect(ring.after(`${10_000 - 2_100}`)).toBeUndefined()
})

test('the size is bounded, but the newest frame is always kept', () => {
  const ring = new Ring('start', { entries: 100, bytes: 10 })
  ring.push([frame('a', 6)])
  ring.push([frame('b', 6)])
  expect(ring.after('start')).toBeUndefined()
  expect(textOf(ring.after('a'))).toBe('b.....')
  ring.push([frame('c', 50)])
  expect(textOf(ring.after('b'))).toBe('c'.padEnd(50, '.'))
  expect(ring.size).toBe(50)
})

test('a ring in which little happened takes little memory', () => {
  const ring = new Ring('start', { entries: 2_000, bytes: 2_000_000 })
  expect(ring.size).toBe(0)
  ring.push([frame('a', 300)])
  expect(ring.size).toBeLessThan(5_000)
})

test('what was let go is free again, be it for its number or for its size', async () => {
  for (const limits of [
    { entries: 20, bytes: 1_000_000 },
    { entries: 2_000, bytes: 800 },
  ]) {
    const ring = new Ring('start', limits)
    const alive = new Set<number>()
    const registry = new FinalizationRegistry((index: number) => alive.delete(index))
    for (let index = 0; index < 1_000; index += 1) {
      const memory = ring.push([frame(`id${index}`, 40)]).buffer
      alive.add(index)
      registry.register(memory, index)
    }
    await vi.waitFor(() => {
      collectGarbage()
      expect(alive.size).toBeLessThan(25)
      // A bound for what hangs: what is free is told of when the process has a moment, however busy the machine is.
    }, 15_000)
    expect(ring.size).toBeLessThan(100_000)
    expect(textOf(ring.after('id997'))).toBe(`${'id998'.padEnd(40, '.')}${'id999'.padEnd(40, '.')}`)
    expect(ring.after('id900')).toBeUndefined()
  }
})
