import { expect, test } from 'vitest'
import { createTurns, inOwnTask } from '#app/_ui/own-task.ts'

test('what begins in a task of its own leaves the one that asked for it', async () => {
  const seen: string[] = []
  const load = (name: string) =>
    inOwnTask(async () => {
      seen.push(`${name} begins`)
      // All that follows in this task.
      for (let step = 0; step < 50; step += 1) await null
      seen.push(`the task of ${name} ends`)
    })
  const loads = [load('one')(), load('other')()]
  expect(seen).toEqual([])
  await Promise.all(loads)
  expect(seen).toEqual(['one begins', 'the task of one ends', 'other begins', 'the task of other ends'])
})

function tellingLoads(count: number) {
  const begun: number[] = []
  const loads = Array.from({ length: count }, (_, name) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const load = () => {
      begun.push(name)
      return promise
    }
    return { load, end: () => resolve(name), fail: () => reject(new Error('not there')) }
  })
  return { begun, loads }
}

const nextTask = () => new Promise((wake) => setTimeout(wake, 5))

test('of many loads two are on their way, and one that fails makes room too', async () => {
  const { inTurn } = createTurns()
  const { begun, loads } = tellingLoads(5)
  const ends = loads.map(({ load }) => inTurn(load))
  await nextTask()
  expect(begun).toEqual([0, 1])
  loads[1]?.end()
  expect(await ends[1]).toBe(1)
  await nextTask()
  expect(begun).toEqual([0, 1, 2])
  loads[0]?.fail()
  await expect(ends[0]).rejects.toThrow('not there')
  await nextTask()
  expect(begun).toEqual([0, 1, 2, 3])
  for (const { end } of loads) end()
  expect(await Promise.all(ends.slice(1))).toEqual([1, 2, 3, 4])
})

test('all begin where somebody may wait for one', async () => {
  const { inTurn, allAtOnce } = createTurns()
  const { begun, loads } = tellingLoads(5)
  const ends = loads.slice(0, 4).map(({ load }) => inTurn(load))
  allAtOnce()
  ends.push(...loads.slice(4).map(({ load }) => inTurn(load)))
  await nextTask()
  expect(begun.toSorted()).toEqual([0, 1, 2, 3, 4])
  for (const { end } of loads) end()
  await Promise.all(ends)
})
