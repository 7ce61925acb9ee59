import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#lib/people/token.ts'
import { HERE, PASSWORD, startPeople } from '#test/support/people.ts'

let world: Awaited<ReturnType<typeof startPeople>>
beforeEach(async () => {
  world = await startPeople()
  await world.owner()
})
afterEach(() => world[Symbol.asyncDispose]())

const signIn = (email = 'owner@example.org', password = PASSWORD) => world.signIn.begin({ email, password }, HERE, null)
async function signedIn() {
  const { token } = await signIn()
  const found = await world.signIn.find(token, HERE)
  if (!found) throw new Error('nobody is signed in')
  return { token, found }
}

describe('signing in', () => {
  test('makes a session of the person, whatever the case of the address', async () => {
    const { token } = await signIn(' OWNER@Example.org ')
    const found = await world.signIn.find(token, HERE)
    expect(found?.principal).toEqual({ id: 'local', role: 'owner', teams: [] })
    expect(found?.session).toMatchObject({ user_id: 'local', ...HERE, expires_at: '2026-12-23T12:00:00.000000Z' })
  })

  test('is refused in the same words for a wrong password and for nobody', async () => {
    const refusal = 'the e-mail address or the password is wrong'
    await expect(signIn('owner@example.org', 'wrong')).rejects.toThrow(refusal)
    await expect(signIn('nobody@example.org')).rejects.toThrow(refusal)
  })

  test('is refused from the eleventh try on, even with the right password', async () => {
    for (let nth = 0; nth < 10; nth += 1) await expect(signIn('owner@example.org', `${nth}`)).rejects.toThrow('wrong')
    await expect(signIn()).rejects.toMatchObject({ name: 'TooManyAttemptsError', seconds: expect.any(Number) })
  })

  test('never goes on with what the browser held: that ends, and the token is a new one', async () => {
    const { token, found } = await signedIn()
    const again = await world.signIn.begin({ email: 'owner@example.org', password: PASSWORD }, HERE, found)
    expect(again.token).not.toBe(token)
    expect(await world.signIn.find(token, HERE)).toBeNull()
    expect(await world.signIn.find(again.token, HERE)).not.toBeNull()
  })

  test('stores no token and no password, only what they are known by', async () => {
    const { token } = await signIn()
    const tables = ['auth_sessions', 'credentials', 'audit_log', 'users']
    const stored = await Promise.all(tables.map((table) => world.client.execute(`SELECT * FROM ${table}`)))
    const all = JSON.stringify(stored.map(({ rows }) => rows))
    expect(all).toContain(hashToken(token))
    expect(all).not.toContain(token)
    expect(all).not.toContain(PASSWORD)
  })
})

describe('a session', () => {
  test('ends thirty days after it was used last, and ninety days after it began', async () => {
    const { token } = await signIn()
    const isThere = async (day: number) => {
      world.time.days = day
      return (await world.signIn.find(token, HERE)) !== null
    }
    expect(await isThere(29)).toBe(true)
    expect(await isThere(58)).toBe(true)
    expect(await isThere(87)).toBe(true)
    expect(await isThere(91)).toBe(false)
    const idle = await signIn()
    world.time.days += 31
    expect(await world.signIn.find(idle.token, HERE)).toBeNull()
  })

  test('is not longer for a clock that is set back', async () => {
    const { token, found } = await signedIn()
    world.time.days = -400
    const before = await world.signIn.find(token, HERE)
    expect(before?.session.expires_at).toBe(found.session.expires_at)
  })

  test('is nobody’s for any other token', async () => {
    await signIn()
    for (const token of [null, '', 'x', hashToken('x'), 'a'.repeat(100_000)]) {
      expect(await world.signIn.find(token, HERE)).toBeNull()
    }
  })

  test('is ended alone, with the others of its person, or with all of them, and with it its streams', async () => {
    const [one, two, three] = [await signedIn(), await signedIn(), await signedIn()]
    const never = new AbortController().signal
    const streams = [one, two, three].map(({ found }) => world.streams.watch(found.session.id, never))
    const open = () => streams.map(({ aborted }) => !aborted)
    await world.signIn.end(one.found, { id: two.found.session.id }, HERE)
    expect(open()).toEqual([true, false, true])
    expect(await world.signIn.end(one.found, { all_but: one.found.session.id }, HERE)).toBe(1)
    expect(open()).toEqual([true, false, false])
    expect((await world.signIn.sessions(one.found)).map(({ id }) => id)).toEqual([one.found.session.id])
    await world.signIn.end(one.found, 'all', HERE)
    expect(open()).toEqual([false, false, false])
    expect(await world.signIn.find(one.token, HERE)).toBeNull()
  })

  test('of somebody else cannot be ended', async () => {
    const { token: invited } = await world.people.invite(null, { role: 'member', email: 'anna@example.org' })
    const anna = await world.people.acceptLink(invited, { password: PASSWORD }, HERE)
    const hers = await world.signIn.find(anna.token, HERE)
    const { found } = await signedIn()
    expect(await world.signIn.end(found, { id: hers?.session.id ?? '' }, HERE)).toBe(0)
    expect(await world.signIn.find(anna.token, HERE)).not.toBeNull()
  })
})

test('a changed password ends all other sessions, and the one before it opens nothing any more', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const stream = world.streams.watch(other.found.session.id, new AbortController().signal)
  const change = (current: string) =>
    world.signIn.changePassword(mine.found, { current, next: 'another long one' }, HERE)
  await expect(change('wrong')).rejects.toThrow('is wrong')
  await change(PASSWORD)
  expect(await world.signIn.find(mine.token, HERE)).not.toBeNull()
  expect(await world.signIn.find(other.token, HERE)).toBeNull()
  expect(stream.aborted).toBe(true)
  await expect(signIn()).rejects.toThrow('is wrong')
  await signIn('owner@example.org', 'another long one')
})

test('a stream ends when its session ends elsewhere or expires, and one that its browser left is forgotten', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const left = new AbortController()
  world.streams.watch(one.found.session.id, left.signal)
  left.abort()
  const stream = world.streams.watch(two.found.session.id, new AbortController().signal)
  await world.streams.look()
  expect(stream.aborted).toBe(false)
  await world.client.execute('DELETE FROM auth_sessions')
  await world.streams.look()
  expect(stream.aborted).toBe(true)
  expect(world.streams.watch(one.found.session.id, left.signal).aborted).toBe(true)
})
