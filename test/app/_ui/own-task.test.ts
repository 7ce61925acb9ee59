import { afterEach, expect, test, vi } from 'vitest'
import { ownTask } from '#app/_ui/own-task.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('each begins behind those that asked before, once all that they did at once is done', async () => {
  const done: string[] = []
  const work = async (name: string) => {
    await ownTask()
    done.push(`${name} begins`)
    for (let step = 0; step < 20; step += 1) await null
    done.push(`${name} ends`)
  }
  await Promise.all(['first', 'second', 'third'].map(work))
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends'])
})

test('nothing begins in the task that asks, and one message is sent in it for however many', async () => {
  const send = vi.spyOn(MessagePort.prototype, 'postMessage')
  let begun = 0
  const tasks = Array.from({ length: 50 }, () => ownTask().then(() => (begun += 1)))
  expect(send).toHaveBeenCalledOnce()
  for (let step = 0; step < 50; step += 1) await null
  expect(begun).toBe(0)
  await Promise.all(tasks)
  expect([begun, send.mock.calls.length]).toEqual([50, 50])
})

test('one that asks again while others wait comes behind them', async () => {
  const done: number[] = []
  const again = ownTask().then(async () => {
    done.push(1)
    await ownTask()
    done.push(3)
  })
  await Promise.all([again, ownTask().then(() => done.push(2))])
  expect(done).toEqual([1, 2, 3])
})
