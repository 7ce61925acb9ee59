import { expect, test } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { indexInBackground } from '#lib/session/background-index.ts'

test('goes on until there is nothing left, also after a fault, and ends with the server', async () => {
  const log = memoryLogger()
  const finished = Promise.withResolvers<void>()
  const answers = [true, new Error('the disk is full'), true, false]
  const store = {
    async indexPending() {
      const answer = answers.shift()
      if (answers.length === 0) finished.resolve()
      if (answer instanceof Error) throw answer
      return answer ?? false
    },
  }
  const indexing = indexInBackground({ store, log }, { pauseMs: 0, lookAgainMs: 0 })
  await finished.promise
  await indexing.stop()
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'what was said before could not be made findable; it is tried again'],
  ])
})

test('looks at once for what has come since, also where it comes while it looks', async () => {
  const looks: PromiseWithResolvers<boolean>[] = []
  let onLook = Promise.withResolvers<void>()
  const store = {
    indexPending() {
      const look = Promise.withResolvers<boolean>()
      looks.push(look)
      onLook.resolve()
      onLook = Promise.withResolvers()
      return look.promise
    },
  }
  const indexing = indexInBackground({ store, log: memoryLogger() }, { pauseMs: 0, lookAgainMs: 600_000 })
  const second = onLook.promise
  indexing.wake()
  looks[0]?.resolve(false)
  await second
  looks[1]?.resolve(false)
  await new Promise(setImmediate)
  const third = onLook.promise
  indexing.wake()
  await third
  expect(looks).toHaveLength(3)
  looks[2]?.resolve(false)
  await indexing.stop()
  indexing.wake()
  expect(looks).toHaveLength(3)
})
