import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '#db/account.ts'
import { openStore } from '#db/store.ts'
import type { AccountStore, AuditEntry, AuditQuery, NewPerson } from '#lib/store/account-store.ts'
import { BACKENDS } from '../support/database.ts'

const AT = '2026-11-23T12:00:00.000000Z'
const LATER = '2026-11-24T12:00:00.000000Z'

let audits = 0
const audit = (action: string): AuditEntry => {
  audits += 1
  return {
    id: `audit_${audits}`,
    at: AT,
    actor_id: null,
    action,
    subject_id: null,
    detail: { n: audits },
    address: null,
  }
}
const person = (id: string, role: NewPerson['role'] = 'member'): NewPerson => {
  const email = `${id}@example.org`
  return { id, email, email_key: email, name: id, role, created_at: AT, password: `hash of ${id}` }
}
const session = (id: string, user_id: string) => {
  return { id, user_id, created_at: AT, seen_at: AT, expires_at: LATER, user_agent: 'A browser', address: '::1' }
}
const invitation = (id: string, team_id: string | null = null) => {
  const about = { user_id: null, role: 'member', email: null, team_id, created_by: 'olga' } as const
  return { id, ...about, created_at: AT, expires_at: LATER }
}

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`people in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let store: Awaited<ReturnType<typeof openStore>>
    let accounts: AccountStore

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      store = await openStore(database)
      stack.defer(() => store.close())
      accounts = openAccounts({ client: store.client, url: database.url })
      expect(await accounts.hasOwner()).toBe(false)
      expect(await accounts.addPerson(person('olga', 'owner'), null, audit('person.joined'))).toBe('added')
      expect(await accounts.hasOwner()).toBe(true)
      await store.client.execute(
        `INSERT INTO teams (id, name, name_key, created_at) VALUES ('team_1', 'One', 'one', 1)`,
      )
    })
    afterAll(() => stack.disposeAsync())

    const actions = async () => (await accounts.audit({ limit: 100, before: null })).map(({ action }) => action)

    test('come by a link once, into its team, and what is refused is in no log', async () => {
      await accounts.addInvitation(invitation('one', 'team_1'), 'link one', audit('invitation.made'))
      expect(await accounts.addPerson(person('anna'), 'link one', audit('anna joined'))).toBe('added')
      expect(await accounts.addPerson(person('bert'), 'link one', audit('bert joined'))).toBe('link_used')
      expect(await accounts.person('bert')).toBeNull()
      const { password, email_key: _key, ...anna } = person('anna')
      expect(await accounts.signingIn('anna@example.org')).toEqual({ person: { ...anna, teams: ['team_1'] }, password })
      const same = { ...person('other'), email_key: 'anna@example.org' }
      expect(await accounts.addPerson(same, null, audit('other joined'))).toBe('email_taken')
      expect(await actions()).not.toContain('bert joined')
      expect(await actions()).not.toContain('other joined')
    })

    test('have sessions until they expire, and each ends alone', async () => {
      await accounts.beginSession(session('s1', 'anna'), 'token 1', audit('session.began'))
      await accounts.beginSession(session('s2', 'anna'), 'token 2', audit('session.began'))
      await accounts.beginSession(session('s3', 'olga'), 'token 3', audit('session.began'))
      expect((await accounts.session('token 1', AT))?.person).toMatchObject({ id: 'anna', teams: ['team_1'] })
      expect(await accounts.session('token 1', LATER)).toBeNull()
      expect(await accounts.session('token 9', AT)).toBeNull()
      expect((await accounts.liveSessions(['s1', 's2', 's9'], AT)).sort()).toEqual(['s1', 's2'])
      expect(await accounts.liveSessions(['s1'], LATER)).toEqual([])
      expect(await accounts.endSessions('anna', { id: 's3' }, audit('session.ended'))).toEqual([])
      expect(await accounts.endSessions('anna', { all_but: 's1' }, audit('session.ended'))).toEqual(['s2'])
      await accounts.renewSession({
        id: 's1',
        seen_at: LATER,
        expires_at: '2027-01-01T00:00:00.000000Z',
        address: '::2',
      })
      await accounts.removeExpired(LATER)
      expect((await accounts.sessionsOf('anna', LATER)).map(({ id, address }) => [id, address])).toEqual([
        ['s1', '::2'],
      ])
      expect(await accounts.sessionsOf('olga', AT)).toEqual([])
    })

    test('have another name from when they say so, and nobody has one who is not there', async () => {
      expect(await accounts.setName('anna', 'Ann\0a', audit('name.changed'))).toBe('changed')
      expect((await accounts.person('anna'))?.name).toBe('Ann\uFFFDa')
      expect(await accounts.setName('anna', 'anna', audit('name.changed'))).toBe('changed')
      expect(await accounts.setName('nobody', 'Name', audit('nobody renamed'))).toBe('unknown')
      expect(await actions()).not.toContain('nobody renamed')
    })

    test('have one password, and a new one ends all sessions but one', async () => {
      await accounts.beginSession(session('s4', 'anna'), 'token 4', audit('session.began'))
      const change = { user_id: 'anna', password: 'another hash', at: AT, except: 's4', link_hash: null }
      expect(await accounts.setPassword(change, audit('password.changed'))).toBe('set')
      expect(await accounts.passwordOf('anna')).toBe('another hash')
      expect((await accounts.sessionsOf('anna', AT)).map(({ id }) => id)).toEqual(['s4'])
      const byLink = { ...change, except: null, link_hash: 'link one' }
      expect(await accounts.setPassword(byLink, audit('by a used link'))).toBe('link_used')
      expect(await actions()).not.toContain('by a used link')
    })

    test('are never without an owner, and whoever is removed is nowhere but in the log', async () => {
      expect(await accounts.setRole('olga', 'member', audit('role.changed'))).toBe('last_owner')
      expect(await accounts.removePerson('olga', audit('person.removed'))).toBe('last_owner')
      expect(await accounts.removePerson('nobody', audit('person.removed'))).toBe('unknown')
      expect(await accounts.setRole('anna', 'owner', audit('anna owns'))).toBe('changed')
      await accounts.addInvitation(invitation('two'), 'link two', audit('invitation.made'))
      await store.client.execute(
        `INSERT INTO picture_descriptions (owner_id, hash, model, text, created_at) VALUES ('olga', 'a', 'one:big', 'A cat', 1), ('anna', 'a', 'one:big', 'A cat', 1)`,
      )
      expect(await accounts.removePerson('olga', audit('olga removed'))).toBe('changed')
      const described = await store.client.execute('SELECT owner_id FROM picture_descriptions')
      expect(described.rows.map(({ owner_id }) => owner_id)).toEqual(['anna'])
      expect(await accounts.invitation('link two', AT)).toBeNull()
      expect((await accounts.people()).map(({ id }) => id)).toEqual(['anna'])
      expect(await accounts.signingIn('olga@example.org')).toBeNull()
      expect(await accounts.passwordOf('olga')).toBeNull()
      expect(await actions()).toContain('olga removed')
      expect(await accounts.hasOwner()).toBe(true)
    })

    test('who were removed while they signed in have no session', async () => {
      await accounts.addPerson(person('rita'), null, audit('person.joined'))
      await accounts.removePerson('rita', audit('person.removed'))
      // Her password had been looked at before.
      await accounts.beginSession(session('late', 'rita'), 'token late', audit('session.began'))
      expect(await accounts.session('token late', AT)).toBeNull()
      expect(await accounts.liveSessions(['late'], AT)).toEqual([])
    })

    test('are found in the log by who they are and were, by what was done, and by when', async () => {
      const entry = { ...audit('log.searched'), actor_id: 'anna', subject_id: 'olga', detail: {} }
      const invited = { ...audit('log.searched'), at: LATER, detail: { email: 'Zoe@example.org' } }
      await accounts.addAudit(entry)
      await accounts.addAudit(invited)
      const found = async (query: AuditQuery) => {
        return (await accounts.audit({ action: 'log.searched', ...query, limit: 100, before: null })).map(
          ({ id }) => id,
        )
      }
      expect(await found({})).toEqual([invited.id, entry.id])
      for (const person of ['anna', 'ANN', 'olga@example.org', 'Olga'])
        expect(await found({ person })).toEqual([entry.id])
      expect(await found({ person: 'zoe@' })).toEqual([invited.id])
      for (const person of ['nobody', '%', '_', "'"]) expect(await found({ person })).toEqual([])
      expect(await found({ from: LATER })).toEqual([invited.id])
      expect(await found({ to: LATER })).toEqual([entry.id])
      expect(await found({ action: 'log' })).toEqual([])
      const latest = await accounts.audit({ person: 'anna', action: 'log.searched', limit: 1, before: invited.id })
      expect(latest).toEqual([{ ...entry, actor_name: 'anna', subject_name: 'olga' }])
    })

    test('are told of links that can still be used, until they are withdrawn', async () => {
      await accounts.addInvitation(
        { ...invitation('three'), created_by: 'anna' },
        'link three',
        audit('invitation.made'),
      )
      expect((await accounts.invitations(AT)).map(({ id }) => id)).toEqual(['three'])
      expect(await accounts.invitation('link three', LATER)).toBeNull()
      expect(await accounts.withdrawInvitation('three', audit('invitation.withdrawn'))).toBe(true)
      expect(await accounts.withdrawInvitation('three', audit('withdrawn twice'))).toBe(false)
      expect(await accounts.invitations(AT)).toEqual([])
      expect(await actions()).not.toContain('withdrawn twice')
    })
  })
}
