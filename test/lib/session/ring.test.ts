import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { Ring } from '#lib/session/ring.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const entry = (id: string, size = 1) => ({ id, size })
const ids = (entries: { id: string }[] | undefined) => entries?.map(({ id }) => id)

test('a reader gets what came after the id it saw last', () => {
  const ring = new Ring('start', { entries: 10, size: 100 })
  for (const id of ['a', 'b', 'c']) ring.push(entry(id))
  expect(ids(ring.after('a'))).toEqual(['b', 'c'])
  expect(ids(ring.after('c'))).toEqual([])
  expect(ids(ring.after('start'))).toEqual(['a', 'b', 'c'])
  expect(ring.lastId).toBe('c')
})

test('an id that was never there is not known', () => {
  const ring = new Ring('start', { entries: 10, size: 100 })
  ring.push(entry('a'))
  expect(ring.after('zzz')).toBeUndefined()
})

test('the number of entries is bounded, and a reader just before the oldest one has missed nothing', () => {
  const ring = new Ring('start', { entries: 3, size: 100 })
  for (const id of ['a', 'b', 'c', 'd', 'e']) ring.push(entry(id))
  expect(ring.after('start')).toBeUndefined()
  expect(ring.after('a')).toBeUndefined()
  expect(ids(ring.after('b'))).toEqual(['c', 'd', 'e'])
})

test('the size is bounded, but the newest entry is always kept', () => {
  const ring = new Ring('start', { entries: 100, size: 10 })
  ring.push(entry('a', 6))
  ring.push(entry('b', 6))
  expect(ring.after('start')).toBeUndefined()
  expect(ids(ring.after('a'))).toEqual(['b'])
  ring.push(entry('c', 50))
  expect(ids(ring.after('b'))).toEqual(['c'])
  expect(ring.size).toBe(50)
})

test('what was evicted is let go, be it for its number or for its size', async () => {
  const ring = new Ring<{ id: string; size: number; text: string }>('start', { entries: 2_000, size: 100 })
  let letGo = 0
  const registry = new FinalizationRegistry(() => {
    letGo += 1
  })
  for (let index = 0; index < 1_000; index += 1) {
    const each = { id: `id${index}`, size: 40, text: 'x' }
    registry.register(each, null)
    ring.push(each)
  }
  await vi.waitFor(() => {
    collectGarbage()
    expect(letGo).toBeGreaterThanOrEqual(995)
  })
  expect(ids(ring.after('id997'))).toEqual(['id998', 'id999'])
})

test('what was evicted is not known any more', () => {
  const ring = new Ring('start', { entries: 4, size: 1_000 })
  for (let index = 0; index < 1_000; index += 1) ring.push(entry(`id${index}`))
  expect(ring.size).toBe(4)
  expect(ids(ring.after('id995'))).toEqual(['id996', 'id997', 'id998', 'id999'])
  expect(ring.after('id990')).toBeUndefined()
})
