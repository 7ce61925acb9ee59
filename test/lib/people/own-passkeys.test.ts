import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '#lib/people/token.ts'
import { PasskeyDevice, type Quirks } from '#test/support/passkey-device.ts'
import { browser, startPasskeys } from '#test/support/passkey-people.ts'
import { HERE, PASSWORD, PUBLIC_URL } from '#test/support/people.ts'

const MINUTES = 1 / (24 * 60)

let world: Awaited<ReturnType<typeof startPasskeys>>
beforeEach(async () => {
  world = await startPasskeys()
})
afterEach(() => world[Symbol.asyncDispose]())

describe('adding a passkey', () => {
  const askAfter = async (minutes: number, password?: string) => {
    world.time.days = minutes * MINUTES
    return await world.passkeys.askForNew(world.ownerIn, password, browser())
  }

  test('needs a sign-in of the last ten minutes, or the password', async () => {
    expect((await askAfter(9)).options.challenge).toHaveLength(43)
    await expect(askAfter(10)).rejects.toMatchObject({ name: 'ProofRequiredError' })
    await expect(askAfter(10, 'not the password')).rejects.toMatchObject({ name: 'WrongCredentialsError' })
    expect((await askAfter(10, PASSWORD)).options.challenge).toHaveLength(43)
  })

  test('needs the password where the clock was set back', async () => {
    await expect(askAfter(-1)).rejects.toMatchObject({ name: 'ProofRequiredError' })
  })

  test('limits how often the password is guessed', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      await expect(askAfter(10, `${nth}`)).rejects.toMatchObject({ name: 'WrongCredentialsError' })
    }
    await expect(askAfter(10, PASSWORD)).rejects.toMatchObject({ name: 'TooManyAttemptsError' })
  })

  test.each<[string, Quirks]>([
    ['on a page of another server', { origin: 'https://evil.example' }],
    ['for another server', { rpId: 'evil.example' }],
    ['that nobody was made sure of', { unverified: true }],
    ['that was used, not made', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_how, quirks) => {
    const added = world.add(new PasskeyDevice(PUBLIC_URL), { quirks })
    await expect(added).rejects.toMatchObject({ name: 'PasskeyRefusedError' })
    expect(await world.credentials.list(world.ownerIn)).toEqual([])
  })

  test('refuses one for a challenge of somebody else, of another browser, or that was used', async () => {
    const asked = await world.passkeys.askForNew(world.ownerIn, undefined, browser())
    const made = { ...new PasskeyDevice(PUBLIC_URL).make(asked.options), name: 'Phone' }
    await expect(world.passkeys.add(world.ownerIn, made, browser(newToken()))).rejects.toMatchObject({
      name: 'ChallengeUnusableError',
    })
    const anna = await world.join('anna@example.org')
    await expect(world.passkeys.add(anna, made, browser(asked.browser))).rejects.toMatchObject({
      name: 'PasskeyRefusedError',
    })
    await expect(world.passkeys.add(world.ownerIn, made, browser(asked.browser))).rejects.toMatchObject({
      name: 'ChallengeUnusableError',
    })
  })

  test('refuses one that is somebody’s already', async () => {
    const device = new PasskeyDevice(PUBLIC_URL)
    await world.add(device)
    const anna = await world.join('anna@example.org')
    await expect(world.add(device, { who: anna })).rejects.toMatchObject({ name: 'PasskeyTakenError' })
    expect(await world.credentials.list(anna)).toEqual([])
  })

  test('is no more than twenty times', async () => {
    for (let nth = 0; nth < 20; nth += 1) await world.add(new PasskeyDevice(PUBLIC_URL))
    await expect(world.add(new PasskeyDevice(PUBLIC_URL))).rejects.toMatchObject({
      name: 'TooManyPasskeysError',
      limit: 20,
    })
  })
})

describe('removing', () => {
  test('is for one’s own alone', async () => {
    const { id } = await world.add(new PasskeyDevice(PUBLIC_URL))
    const anna = await world.join('anna@example.org')
    expect(await world.credentials.remove(anna, id, HERE)).toBe(false)
    expect(await world.credentials.remove(world.ownerIn, 'nothing', HERE)).toBe(false)
    expect(await world.credentials.list(world.ownerIn)).toHaveLength(1)
  })

  test('leaves the last thing that somebody can sign in with', async () => {
    const devices = [new PasskeyDevice(PUBLIC_URL), new PasskeyDevice(PUBLIC_URL)] as const
    const [first, last] = [await world.add(devices[0]), await world.add(devices[1])]
    await world.client.execute(`DELETE FROM credentials WHERE kind = 'password'`)
    expect(await world.credentials.remove(world.ownerIn, first.id, HERE)).toBe(true)
    const before = await world.audited()
    await expect(world.credentials.remove(world.ownerIn, last.id, HERE)).rejects.toMatchObject({
      name: 'LastCredentialError',
    })
    expect(await world.audited()).toEqual(before)
    expect((await world.use(devices[1])).person.id).toBe('local')
  })
})
