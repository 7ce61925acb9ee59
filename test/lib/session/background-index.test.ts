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
