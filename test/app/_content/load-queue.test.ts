import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoadQueue } from '#app/_content/load-queue.ts'
import { ownTask } from '#app/_ui/own-task.ts'

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

/** So long, and then the task of each load that may begin. */
async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let load = 0; load < 8; load += 1) await ownTask()
}

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

test('one timer watches over all of them, and none where nobody waits', async () => {
  const few = queued(2)
  await pass()
  expect(vi.getTimerCount()).toBe(0)
  const many = queued(50)
  await pass()
  expect(vi.getTimerCount()).toBe(1)
  for (const { end } of [...few.loads, ...many.loads]) end()
  await Promise.all([...few.loads, ...many.loads].map(({ result }) => result))
  await pass(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('all begin where somebody may wait for one, and each in a task of its own', async () => {
  const { begun, allAtOnce } = queued(4)
  allAtOnce()
  for (let step = 0; step < 50; step += 1) await null
  expect(begun).toEqual([])
  await pass()
  expect(begun).toEqual([0, 1, 2, 3])
})
