import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PartialContent } from '#lib/store/store.ts'
import { Checkpoint } from '#lib/turn/checkpoint.ts'
import { CheckpointRounds } from '#lib/turn/checkpoint-rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const draft = (message_id: string): PartialContent => ({ session_id: `of ${message_id}`, message_id, content: [] })

/** Answers that are saved with each other; `writes` is what the store was asked for. */
function answers(fails = false) {
  const writes: string[][] = []
  const errors: unknown[] = []
  const checkpoint = async (drafts: readonly PartialContent[]) => {
    writes.push(drafts.map(({ message_id }) => message_id))
    if (fails) throw new Error('disk full')
  }
  const rounds = new CheckpointRounds({ checkpoint }, 500)
  const answer = (id: string) =>
    new Checkpoint({ rounds, save: () => rounds.save(draft(id)), onError: (error) => errors.push(error) })
  return { writes, errors, answer }
}

test('answers that fall due at about the same time are saved with one write', async () => {
  const { writes, answer } = answers()
  answer('a').touch()
  await vi.advanceTimersByTimeAsync(100)
  answer('b').touch()
  await vi.advanceTimersByTimeAsync(400)
  expect(writes).toEqual([['a', 'b']])
})

test('one that would be saved much too early waits for a round of its own', async () => {
  const { writes, answer } = answers()
  answer('a').touch()
  await vi.advanceTimersByTimeAsync(101)
  answer('b').touch()
  await vi.advanceTimersByTimeAsync(499)
  expect(writes).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(1)
  expect(writes).toEqual([['a'], ['b']])
})

test('answers that go on stay together', async () => {
  const { writes, answer } = answers()
  const both = [answer('a'), answer('b')]
  for (let time = 0; time < 1_500; time += 20) {
    for (const each of both) each.touch()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(writes.length).toBeGreaterThan(1)
  expect(writes).toEqual(writes.map(() => ['a', 'b']))
})

test('one that ends leaves its round, and nothing waits for a round that all have left', async () => {
  const { writes, answer } = answers()
  const [a, b] = [answer('a'), answer('b')]
  a.touch()
  b.touch()
  await a.stop()
  await vi.advanceTimersByTimeAsync(500)
  expect(writes).toEqual([['b']])
  b.touch()
  await b.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('one that begins where all have left does not wait for their round', async () => {
  const { writes, answer } = answers()
  const first = answer('a')
  first.touch()
  await first.stop()
  answer('b').touch()
  await vi.advanceTimersByTimeAsync(500)
  expect(writes).toEqual([['b']])
})

test('one that ends in an earlier round keeps nobody from the newest', async () => {
  const { writes, answer } = answers()
  const first = answer('a')
  first.touch()
  await vi.advanceTimersByTimeAsync(101)
  answer('b').touch()
  await first.stop()
  await vi.advanceTimersByTimeAsync(50)
  answer('c').touch()
  await vi.advanceTimersByTimeAsync(500)
  expect(writes).toEqual([['b', 'c']])
})

test('each of those whose write failed is told', async () => {
  const { errors, answer } = answers(true)
  answer('a').touch()
  answer('b').touch()
  await vi.advanceTimersByTimeAsync(500)
  expect(errors.map(String)).toEqual(['Error: disk full', 'Error: disk full'])
})
