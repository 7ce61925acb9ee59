import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '#db/account.ts'
import { openCredentials } from '#db/credential.ts'
import { openStore } from '#db/store.ts'
import type { AccountStore, AuditEntry } from '#lib/store/account-store.ts'
import type { Challenge, CredentialStore } from '#lib/store/credential-store.ts'
import { BACKENDS } from '../support/database.ts'

const AT = '2026-11-23T12:00:00.000000Z'
const LATER = '2026-11-23T12:05:00.000000Z'

let audits = 0
const audit = (action: string): AuditEntry => {
  audits += 1
  const by = { actor_id: 'anna', subject_id: null, detail: {}, address: null }
  return { id: `audit_${audits}`, at: AT, action, ...by }
}
const passkey = (credential_id: string, counter = 0) => {
  return { credential_id, public_key: 'pQECAyYg', counter, transports: ['internal', 'hybrid'] }
}
const credential = (id: string, counter = 0) => {
  return { id, user_id: 'anna', label: `${id} 😀`, passkey: passkey(`device ${id}`, counter), created_at: AT }
}
const challenge = (challenge_hash: string, about: Partial<Challenge> = {}) => {
  const made = { purpose: 'passkey_sign_in', user_id: null, next_page: null, expires_at: LATER } as const
  return { ...made, ...about, challenge_hash, browser_hash: 'browser' }
}

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let accounts: AccountStore
    let credentials: CredentialStore

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      const store = await openStore(database)
      stack.defer(() => store.close())
      accounts = openAccounts({ client: store.client, url: database.url })
      credentials = openCredentials({ client: store.client, url: database.url })
      for (const id of ['anna', 'olga']) {
        const email = `${id}@example.org`
        const person = { id, email, email_key: email, name: id, role: 'owner', created_at: AT } as const
        await accounts.addPerson({ ...person, password: 'hash' }, null, audit('person.joined'))
      }
    })
    afterAll(() => stack.disposeAsync())

    const latest = async () => (await accounts.audit({ limit: 1, before: null }))[0]?.id

    test('a passkey comes back as it was added, once, and whose it is', async () => {
      expect(await credentials.addPasskey(credential('one'), audit('passkey.added'))).toBe('added')
      const found = await credentials.passkey('device one')
      expect(found).toMatchObject({
        id: 'one',
        label: 'one 😀',
        passkey: passkey('device one'),
        person: { id: 'anna' },
      })
      expect(await credentials.passkeysOf('anna')).toEqual([passkey('device one')])
      expect(await credentials.passkey('device two')).toBeNull()
      const before = await latest()
      const again = { ...credential('two'), user_id: 'olga', passkey: passkey('device one') }
      expect(await credentials.addPasskey(again, audit('passkey.added'))).toBe('taken')
      expect(await latest()).toBe(before)
      // A password is none of them.
      expect(await credentials.credentialsOf('anna')).toEqual([
        { id: 'one', kind: 'passkey', label: 'one 😀', created_at: AT, used_at: null },
      ])
    })

    test('a counter goes on from what it was and from nothing else', async () => {
      await credentials.addPasskey(credential('counting', 7), audit('passkey.added'))
      expect(await credentials.countPasskey('counting', { from: 6, to: 9 }, LATER)).toBe(false)
      expect(await credentials.countPasskey('counting', { from: 7, to: 4_294_967_295 }, LATER)).toBe(true)
      expect(await credentials.countPasskey('counting', { from: 7, to: 8 }, LATER)).toBe(false)
      expect((await credentials.passkey('device counting'))?.passkey).toEqual(passkey('device counting', 4_294_967_295))
      expect((await credentials.credentialsOf('anna')).map(({ used_at }) => used_at)).toEqual([null, LATER])
      expect(await credentials.countPasskey('one', { from: 0, to: 0 }, LATER)).toBe(true)
    })

    test('what is removed is one’s own, is never a password, and never the last', async () => {
      for (const [userId, id] of [
        ['olga', 'one'],
        ['anna', 'password_anna'],
        ['anna', 'none'],
      ] as const) {
        expect(await credentials.removeCredential(userId, id, audit('passkey.removed'))).toBe('unknown')
      }
      expect(await credentials.removeCredential('anna', 'one', audit('passkey.removed'))).toBe('removed')
      expect(await credentials.removeCredential('anna', 'counting', audit('passkey.removed'))).toBe('removed')
      const before = await latest()
      expect(await accounts.passwordOf('anna')).toBe('hash')
      expect(await latest()).toBe(before)
    })

    test('a challenge is spent once, by its browser, before it has expired', async () => {
      const spend = (challenge_hash: string, browser_hash = 'browser', at = AT) =>
        credentials.spendChallenge({ challenge_hash, browser_hash }, at)
      const link = { purpose: 'oidc_link', user_id: 'anna', next_page: '/settings/account' } as const
      await credentials.addChallenge(challenge('one', link), AT)
      expect(await spend('one', 'another')).toBeNull()
      expect(await spend('one', 'browser', LATER)).toBeNull()
      expect(await spend('other')).toBeNull()
      // Of two at once either may be the first.
      const spent = await Promise.all([spend('one'), spend('one')])
      expect(spent.filter((each) => each !== null)).toEqual([{ ...link, expires_at: LATER }])
    })

    test('challenges that have expired go with the next one', async () => {
      await credentials.addChallenge(challenge('old'), AT)
      await credentials.addChallenge(challenge('new', { expires_at: '2026-11-23T12:06:00.000000Z' }), LATER)
      const hashes = (challenge_hash: string) => ({ challenge_hash, browser_hash: 'browser' })
      expect(await credentials.spendChallenge(hashes('old'), AT)).toBeNull()
      expect(await credentials.spendChallenge(hashes('new'), LATER)).toMatchObject({ purpose: 'passkey_sign_in' })
    })
  })
}
