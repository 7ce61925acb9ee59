import { expect, test } from 'vitest'
import { Passwords, TooBusyError } from '#lib/people/passwords.ts'
import { CHEAP } from '#test/support/people.ts'

/** Such as nobody should store. */
const cheap = () => new Passwords(CHEAP)

test('a password is known again by what is stored of it, which says how it was made and is another one each time', async () => {
  const passwords = new Passwords()
  const [one, two] = await Promise.all([passwords.hash('straße 42 ½'), passwords.hash('straße 42 ½')])
  expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(two)
  expect(await cheap().isSame('straße 42 ½', one)).toBe(true)
  expect(await cheap().isSame('straße 42', one)).toBe(false)
})

test('the same letters are the same password, however a keyboard writes them', async () => {
  const passwords = cheap()
  expect(await passwords.isSame('Cafe\u0301 am Meer', await passwords.hash('Caf\u00E9 am Meer'))).toBe(true)
})

test('nobody’s password is compared all the same, and is never right', async () => {
  expect(await cheap().isSame('anything', null)).toBe(false)
})

test('of very many at once the last are refused instead of waiting for minutes', async () => {
  const passwords = cheap()
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.isSame('guess', null)))
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(18)
  for (const reason of refused) expect(reason).toBeInstanceOf(TooBusyError)
  expect(await passwords.isSame('guess', null)).toBe(false)
})
