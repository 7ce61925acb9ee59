import { describe, expect, test, vi } from 'vitest'
import { InTurn } from '#lib/adapters/exchange/in-turn.ts'

const nobody = () => {}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const value of values) seen.push(value)
  return seen
}

describe('what arrives in rounds, one by one', () => {
  test('comes in order, whatever the rounds are made of', async () => {
    const rounds = async function* () {
      yield [1, 2]
      await Promise.resolve()
      yield []
      yield new Set([3])
    }
    expect(await all(new InTurn(rounds(), nobody))).toEqual([1, 2, 3])
  })

  test('is taken from a round only when it is asked for', async () => {
    const taken: number[] = []
    const round = function* () {
      for (const value of [1, 2, 3]) {
        taken.push(value)
        yield value
      }
    }
    const rounds = async function* () {
      yield round()
    }
    const values = new InTurn(rounds(), nobody)
    await values.next()
    expect(taken).toEqual([1])
  })

  test('calls that do not wait for each other are answered in order', async () => {
    const rounds = async function* () {
      yield [1]
      await new Promise((later) => setTimeout(later, 1))
      yield [2, 3]
    }
    const values = new InTurn(rounds(), nobody)
    const asked = await Promise.all([values.next(), values.next(), values.next(), values.next(), values.next()])
    expect(asked.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined])
    expect(asked.map(({ done }) => done)).toEqual([false, false, false, true, true])
  })

  test('what a round throws can be caught where it was yielded', async () => {
    const broken = function* () {
      yield 1
      throw new Error('broken')
    }
    const rounds = async function* (): AsyncGenerator<Iterable<number | string>, void> {
      try {
        yield broken()
      } catch (error) {
        yield [(error as Error).message]
      }
    }
    expect(await all(new InTurn(rounds(), nobody))).toEqual([1, 'broken'])
  })

  test('what nobody catches reaches who asked, once', async () => {
    const rounds = async function* () {
      yield [1]
      throw new Error('over')
    }
    const values = new InTurn(rounds(), nobody)
    await values.next()
    await expect(values.next()).rejects.toThrow('over')
    expect(await values.next()).toEqual({ done: true, value: undefined })
  })

  test('who leaves between two values is the last to be told of anything, and the rounds are closed', async () => {
    const closed = vi.fn()
    const left = vi.fn()
    const rounds = async function* () {
      try {
        yield [1, 2]
      } finally {
        closed()
      }
    }
    const values = new InTurn(rounds(), left)
    for await (const value of values) {
      expect(value).toBe(1)
      break
    }
    expect(left).toHaveBeenCalledOnce()
    expect(closed).toHaveBeenCalledOnce()
    expect(await values.next()).toEqual({ done: true, value: undefined })
  })

  test('who leaves while a round is on its way is not told of it', async () => {
    let arrive = () => {}
    const rounds = async function* () {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      yield [1]
    }
    const values = new InTurn(rounds(), () => arrive())
    const asked = values.next()
    await values.return()
    expect(await asked).toEqual({ done: true, value: undefined })
    expect(await values.next()).toEqual({ done: true, value: undefined })
  })

  test('what is thrown in is thrown where the rounds stand', async () => {
    const rounds = async function* (): AsyncGenerator<Iterable<number | string>, void> {
      try {
        yield [1, 2]
      } catch (error) {
        yield [error as string]
      }
    }
    const values = new InTurn(rounds(), nobody)
    await values.next()
    expect(await values.throw('stop')).toEqual({ done: false, value: 'stop' })
  })
})
