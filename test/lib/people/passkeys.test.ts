import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '#lib/people/token.ts'
import { PasskeyDevice, type Quirks } from '#test/support/passkey-device.ts'
import { browser, startPasskeys } from '#test/support/passkey-people.ts'
import { HERE, PUBLIC_URL } from '#test/support/people.ts'

const MINUTES = 1 / (24 * 60)

let world: Awaited<ReturnType<typeof startPasskeys>>
beforeEach(async () => {
  world = await startPasskeys()
})
afterEach(() => world[Symbol.asyncDispose]())

describe('a passkey', () => {
  test('that was added signs its person in, and both are in the audit log', async () => {
    const device = new PasskeyDevice(PUBLIC_URL)
    const added = await world.add(device)
    expect(added).toMatchObject({ kind: 'passkey', label: 'Phone', used_at: null })
    world.time.days = 1
    const { token, person } = await world.use(device)
    expect(person.id).toBe('local')
    expect((await world.found(token)).principal.role).toBe('owner')
    expect(await world.credentials.list(world.ownerIn)).toEqual([{ ...added, used_at: '2026-11-24T12:00:00.000000Z' }])
    expect((await world.audited()).slice(0, 2)).toEqual([
      ['session.began', 'Owner', { by: 'passkey', name: 'Phone' }],
      ['passkey.added', 'Owner', { name: 'Phone' }],
    ])
  })

  test('is asked for with a finger, a face or a PIN, by the name of the public address, and for five minutes', async () => {
    const { options } = await world.passkeys.askForOne(browser())
    expect(options).toMatchObject({ rpId: 'chat.example.org', userVerification: 'required', timeout: 300_000 })
    expect(options.allowCredentials).toBeUndefined()
    const device = new PasskeyDevice(PUBLIC_URL)
    await world.add(device)
    const { options: made } = await world.passkeys.askForNew(world.ownerIn, undefined, browser())
    expect(made).toMatchObject({
      rp: { id: 'chat.example.org' },
      user: { name: 'Owner@example.org', displayName: 'Owner' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    })
  })

  test('is one of several, each of which signs in by itself', async () => {
    const devices = [new PasskeyDevice(PUBLIC_URL), new PasskeyDevice(PUBLIC_URL)] as const
    await world.add(devices[0], { name: 'Phone' })
    await world.add(devices[1], { name: 'Key' })
    expect((await world.credentials.list(world.ownerIn)).map(({ label }) => label)).toEqual(['Phone', 'Key'])
    for (const device of devices) expect((await world.use(device)).person.id).toBe('local')
  })

  test('ends what the browser held, under a new token', async () => {
    const device = new PasskeyDevice(PUBLIC_URL)
    await world.add(device)
    const anna = await world.join('anna@example.org')
    await world.use(device, {}, anna)
    expect(await world.signIn.sessions(anna)).toEqual([])
  })

  test('is not stored with anything that signs in', async () => {
    const device = new PasskeyDevice(PUBLIC_URL)
    const asked = await world.passkeys.askForNew(world.ownerIn, undefined, browser())
    const stored = async () => JSON.stringify((await world.client.execute('SELECT * FROM challenges')).rows)
    for (const secret of [asked.options.challenge, asked.browser]) expect(await stored()).not.toContain(secret)
    await world.passkeys.add(world.ownerIn, { ...device.make(asked.options), name: 'Phone' }, browser(asked.browser))
    expect(await stored()).toBe('[]')
  })
})

describe('signing in by a passkey is refused', () => {
  let device: PasskeyDevice
  beforeEach(async () => {
    device = new PasskeyDevice(PUBLIC_URL)
    await world.add(device)
  })

  test.each<[string, Quirks]>([
    ['on a page of another server', { origin: 'https://chat.example.org.evil.example' }],
    ['on a page without TLS', { origin: 'http://chat.example.org' }],
    ['that is for another server', { rpId: 'example.org' }],
    ['of a device that has not made sure who uses it', { unverified: true }],
    ['that says it was made now, and not used', { type: 'webauthn.create' }],
    ['for somebody else', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['for nobody', { userHandle: '' }],
  ])('%s', async (_how, quirks) => {
    await expect(world.use(device, quirks)).rejects.toMatchObject({ name: 'PasskeyRefusedError' })
    expect((await world.use(device)).person.id).toBe('local')
  })

  test('whose key is another one', async () => {
    const asked = await world.passkeys.askForOne(browser())
    const forged = { ...new PasskeyDevice(PUBLIC_URL).use(asked.options, { userHandle: 'bG9jYWw' }), id: device.id }
    await expect(world.passkeys.signIn(forged, browser(asked.browser), null)).rejects.toMatchObject({
      name: 'PasskeyRefusedError',
    })
  })

  test.each(['', 'bm90IEpTT04', Buffer.from('{"challenge":1}').toString('base64url'), 'bnVsbA'])(
    'that says nothing that can be read: %j',
    async (clientDataJSON) => {
      const asked = await world.passkeys.askForOne(browser())
      const { id, response } = device.use(asked.options)
      const said = { id, response: { ...response, clientDataJSON } }
      await expect(world.passkeys.signIn(said, browser(asked.browser), null)).rejects.toMatchObject({
        name: 'PasskeyRefusedError',
      })
    },
  )

  test('a second time for one challenge', async () => {
    const asked = await world.passkeys.askForOne(browser())
    const said = device.use(asked.options)
    await world.passkeys.signIn(said, browser(asked.browser), null)
    await expect(world.passkeys.signIn(said, browser(asked.browser), null)).rejects.toMatchObject({
      name: 'ChallengeUnusableError',
    })
  })

  test('even where it was wrong the first time', async () => {
    const asked = await world.passkeys.askForOne(browser())
    const tryOnce = (quirks: Quirks) =>
      world.passkeys.signIn(device.use(asked.options, quirks), browser(asked.browser), null)
    await expect(tryOnce({ unverified: true })).rejects.toMatchObject({ name: 'PasskeyRefusedError' })
    await expect(tryOnce({})).rejects.toMatchObject({ name: 'ChallengeUnusableError' })
  })

  test('in another browser than the one that was asked, and in that one it still holds', async () => {
    const asked = await world.passkeys.askForOne(browser())
    for (const other of [null, newToken(), (await world.passkeys.askForOne(browser())).browser]) {
      const said = device.use(asked.options)
      await expect(world.passkeys.signIn(said, browser(other), null)).rejects.toMatchObject({
        name: 'ChallengeUnusableError',
      })
    }
    expect((await world.passkeys.signIn(device.use(asked.options), browser(asked.browser), null)).person.id).toBe(
      'local',
    )
  })

  test('after five minutes', async () => {
    const asked = await world.passkeys.askForOne(browser())
    world.time.days = 5 * MINUTES
    await expect(world.passkeys.signIn(device.use(asked.options), browser(asked.browser), null)).rejects.toMatchObject({
      name: 'ChallengeUnusableError',
    })
  })

  test('for a challenge that nobody made, and for one that was to add a passkey', async () => {
    const invented = { challenge: newToken() }
    const asked = await world.passkeys.askForNew(world.ownerIn, undefined, browser())
    for (const options of [invented, asked.options]) {
      await expect(world.passkeys.signIn(device.use(options), browser(asked.browser), null)).rejects.toMatchObject({
        name: 'ChallengeUnusableError',
      })
    }
  })

  test('of a person who was removed', async () => {
    const anna = await world.join('anna@example.org')
    const hers = new PasskeyDevice(PUBLIC_URL)
    await world.add(hers, { who: anna })
    await world.people.remove({ principal: world.ownerIn.principal, address: '' }, anna.person.id)
    await expect(world.use(hers)).rejects.toMatchObject({ name: 'UnknownPasskeyError' })
    const left = await world.client.execute(`SELECT id FROM credentials WHERE user_id = '${anna.person.id}'`)
    expect(left.rows).toEqual([])
  })

  test('in words that say what to do, when it was removed here, or the database is from before it', async () => {
    const [added] = await world.credentials.list(world.ownerIn)
    expect(await world.credentials.remove(world.ownerIn, added?.id ?? '', HERE)).toBe(true)
    const refusal = { name: 'UnknownPasskeyError', message: expect.stringContaining('sign in another way') }
    await expect(world.use(device)).rejects.toMatchObject(refusal)
    await expect(world.use(new PasskeyDevice(PUBLIC_URL))).rejects.toMatchObject(refusal)
    expect((await world.audited())[0]).toEqual(['passkey.removed', 'Owner', { name: 'Phone' }])
  })

  test('from the eleventh wrong one on, even a right one; the password still signs in', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      await expect(world.use(device, { unverified: true })).rejects.toMatchObject({ name: 'PasskeyRefusedError' })
    }
    await expect(world.use(device)).rejects.toMatchObject({ name: 'TooManyAttemptsError' })
    expect((await world.signedIn()).person.id).toBe('local')
  })

  test('to whoever asks for more than sixty challenges at once', async () => {
    // One was for adding it.
    for (let nth = 0; nth < 59; nth += 1) await world.passkeys.askForOne(browser())
    await expect(world.passkeys.askForOne(browser())).rejects.toMatchObject({ name: 'TooManyAttemptsError' })
    const elsewhere = { ...browser(), address: '198.51.100.7' }
    expect((await world.passkeys.askForOne(elsewhere)).options.challenge).toHaveLength(43)
  })
})

describe('a device that counts', () => {
  test('signs in as often as it counts on', async () => {
    const device = new PasskeyDevice(PUBLIC_URL, { counts: true })
    await world.add(device)
    for (let nth = 0; nth < 3; nth += 1) expect((await world.use(device)).person.id).toBe('local')
  })

  test.each([0, 1, 2])(
    'and says %i after 2 is refused, for it may be a copy, which the audit log says',
    async (counter) => {
      const device = new PasskeyDevice(PUBLIC_URL, { counts: true })
      await world.add(device)
      await world.use(device)
      await world.use(device)
      await expect(world.use(device, { counter })).rejects.toMatchObject({ name: 'CopiedPasskeyError' })
      expect((await world.audited())[0]).toEqual(['passkey.refused', 'Owner', { name: 'Phone' }])
      expect((await world.use(device, { counter: 4 })).person.id).toBe('local')
    },
  )

  test('the same at the same time is one and its copy: one of them is refused', async () => {
    const device = new PasskeyDevice(PUBLIC_URL, { counts: true })
    await world.add(device)
    const both = await Promise.allSettled([world.use(device, { counter: 5 }), world.use(device, { counter: 5 })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
