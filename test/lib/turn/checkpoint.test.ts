import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Checkpoint } from '#lib/turn/checkpoint.ts'
import { CheckpointRounds } from '#lib/turn/checkpoint-rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rounds = () => new CheckpointRounds({ checkpoint: async () => {} }, 500)

test('many touches within one interval are one save', async () => {
  let saves = 0
  const save = async () => {
    saves += 1
  }
  const checkpoint = new Checkpoint({ rounds: rounds(), save, onError: () => {} })
  for (let index = 0; index < 100; index += 1) checkpoint.touch()
  await vi.advanceTimersByTimeAsync(499)
  expect(saves).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(saves).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(saves).toBe(1)
})

test('nothing new, nothing saved; something new after a save is saved again', async () => {
  let saves = 0
  const save = async () => {
    saves += 1
  }
  const checkpoint = new Checkpoint({ rounds: rounds(), save, onError: () => {} })
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(500)
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(500)
  expect(saves).toBe(2)
})

test('what arrives while a save runs is saved by the next one', async () => {
  const running = Promise.withResolvers<void>()
  const saved: number[] = []
  let content = 0
  const checkpoint = new Checkpoint({
    rounds: rounds(),
    save: async () => {
      saved.push(content)
      if (saved.length === 1) await running.promise
    },
    onError: () => {},
  })
  content = 1
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(500)
  content = 2
  checkpoint.touch()
  running.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual([1, 2])
})

test('a stop waits for the save that runs and saves no more', async () => {
  const running = Promise.withResolvers<void>()
  let saves = 0
  const checkpoint = new Checkpoint({
    rounds: rounds(),
    save: async () => {
      saves += 1
      await running.promise
    },
    onError: () => {},
  })
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(500)
  let stopped = false
  const stopping = checkpoint.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(stopped).toBe(false)
  running.resolve()
  await stopping
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(saves).toBe(1)
})

test('a save that fails is told and the next one is tried', async () => {
  const errors: unknown[] = []
  let saves = 0
  const checkpoint = new Checkpoint({
    rounds: rounds(),
    save: async () => {
      saves += 1
      if (saves === 1) throw new Error('disk full')
    },
    onError: (error) => errors.push(error),
  })
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(500)
  checkpoint.touch()
  await vi.advanceTimersByTimeAsync(500)
  expect(saves).toBe(2)
  expect(errors.map(String)).toEqual(['Error: disk full'])
})
