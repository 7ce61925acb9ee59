import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoadQueue } from '#app/_content/load-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Loads that tell when they begin, in a queue, and what ends each. */
function queued(count: number) {
  const { enqueue, allAtOnce } = createLoadQueue()
  const begun: number[] = []
  const loads = Array.from({ length: count }, (_, name) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const result = enqueue(() => {
      begun.push(name)
      return promise
    })
    return { result, end: () => resolve(name), fail: () => reject(new Error('not there')) }
  })
  return { begun, loads, allAtOnce }
}

const pass = (ms = 5) => vi.advanceTimersByTimeAsync(ms)

test('two loads are on their way, and one that ends or fails makes room for the next', async () => {
  const { begun, loads } = queued(5)
  await pass()
  expect(begun).toEqual([0, 1])
  loads[1]?.end()
  expect(await loads[1]?.result).toBe(1)
  await pass()
  expect(begun).toEqual([0, 1, 2])
  const failing = expect(loads[0]?.result).rejects.toThrow('not there')
  loads[0]?.fail()
  await failing
  await pass()
  expect(begun).toEqual([0, 1, 2, 3])
  loads[2]?.end()
  await pass()
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('one that does not come stands in nobody’s way, and makes room once', async () => {
  const { begun, loads } = queued(6)
  await pass()
  expect(begun).toEqual([0, 1])
  await pass(1_000)
  expect(begun).toEqual([0, 1, 2, 3])
  for (const { end } of loads.slice(0, 2)) end()
  expect(await Promise.all(loads.slice(0, 2).map(({ result }) => result))).toEqual([0, 1])
  await pass()
  expect(begun).toEqual([0, 1, 2, 3])
})

test('all begin where somebody may wait for one, and each in a task of its own', async () => {
  const { begun, allAtOnce } = queued(4)
  allAtOnce()
  for (let step = 0; step < 50; step += 1) await null
  expect(begun).toEqual([])
  await pass()
  expect(begun).toEqual([0, 1, 2, 3])
})
