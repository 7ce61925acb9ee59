import { describe, expect, test } from 'vitest'
import { Attempts, TooManyAttemptsError } from '#lib/people/attempts.ts'

const MINUTE = 60_000

function started() {
  const time = { now: 0 }
  const attempts = new Attempts(() => time.now)
  /** How many of these tries are let through. */
  const tries = (number: number, address: (nth: number) => string, account: (nth: number) => string) =>
    Array.from({ length: number }, (_, nth) => {
      try {
        attempts.take(address(nth), account(nth))
        return true
      } catch (error) {
        if (!(error instanceof TooManyAttemptsError)) throw error
        return false
      }
    }).filter(Boolean).length
  return { time, attempts, tries }
}

describe('ten thousand attempts', () => {
  test('at one account from as many addresses are ten, and one more each minute', () => {
    const { time, tries } = started()
    const address = (nth: number) => `198.51.${Math.floor(nth / 250)}.${nth % 250}`
    expect(tries(10_000, address, () => 'anna')).toBe(10)
    time.now += 3 * MINUTE
    expect(
      tries(
        10_000,
        (nth) => `203.0.${Math.floor(nth / 250)}.${nth % 250}`,
        () => 'anna',
      ),
    ).toBe(3)
  })

  test('from one address at as many accounts are thirty', () => {
    const { tries } = started()
    expect(
      tries(
        10_000,
        () => '198.51.100.7',
        (nth) => `person ${nth}`,
      ),
    ).toBe(30)
  })

  test('from all addresses of one IPv6 network are those of one address, however they are written', () => {
    const { tries } = started()
    const forms = (nth: number) =>
      nth % 2 === 0 ? `2001:db8:0:1::${nth.toString(16)}` : `2001:0DB8:0000:0001:1:1:1:${nth.toString(16)}`
    expect(tries(10_000, forms, (nth) => `person ${nth}`)).toBe(30)
    expect(
      tries(
        1,
        () => '2001:db8:0:2::1',
        () => 'person',
      ),
    ).toBe(1)
    expect(
      tries(
        40,
        (nth) => (nth % 2 ? '::ffff:192.0.2.9' : '192.0.2.9'),
        (nth) => `one ${nth}`,
      ),
    ).toBe(30)
  })
})

test('one that was right is given back', () => {
  const { attempts } = started()
  for (let nth = 0; nth < 100; nth += 1) attempts.take('192.0.2.1', 'anna')()
  expect(() => attempts.take('192.0.2.1', 'anna')).not.toThrow()
})

test('whoever has none left is told when there is another one', () => {
  const { attempts, tries, time } = started()
  tries(
    10,
    () => '192.0.2.1',
    () => 'anna',
  )
  time.now += MINUTE / 2
  expect(() => attempts.take('192.0.2.1', 'anna')).toThrow('try again in 30 seconds')
})

test('those that a clock turned back would bring are not there: time is that of the process', () => {
  const { tries, time } = started()
  tries(
    10,
    () => '192.0.2.1',
    () => 'anna',
  )
  time.now -= 60 * MINUTE
  expect(
    tries(
      1,
      () => '192.0.2.1',
      () => 'anna',
    ),
  ).toBe(0)
})
