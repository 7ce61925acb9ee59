import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#lib/people/people.ts'
import type { Role } from '#lib/principal.ts'
import { HERE, PASSWORD, startPeople } from '#test/support/people.ts'

let world: Awaited<ReturnType<typeof startPeople>>
beforeEach(async () => {
  world = await startPeople()
})
afterEach(() => world[Symbol.asyncDispose]())

const actor = (id: string, role: Role): Actor => ({ principal: { id, role, teams: [] }, address: '192.0.2.1' })
const OWNER = actor('local', 'owner')
const ADMIN = actor('admin', 'admin')

async function join(email: string, role: Role = 'member') {
  const { token } = await world.people.invite(OWNER, { role, email })
  const { person, token: session } = await world.people.acceptLink(token, { password: PASSWORD }, HERE)
  return { ...person, session }
}

test('the first owner has what was there before there were accounts, and a later one has not', async () => {
  expect(await world.people.hasOwner()).toBe(false)
  expect((await world.owner()).id).toBe('local')
  expect(await world.people.hasOwner()).toBe(true)
  expect((await join('second@example.org', 'owner')).id).not.toBe('local')
})

describe('an invitation', () => {
  beforeEach(async () => {
    await world.owner()
  })

  test('makes the person that it was made for, once, and signs them in', async () => {
    const { token, invitation } = await world.people.invite(OWNER, { role: 'admin', email: 'anna@example.org' })
    expect(await world.people.openLink(token)).toEqual({
      kind: 'invitation',
      role: 'admin',
      email: 'anna@example.org',
      name: null,
    })
    expect(await world.people.invitations()).toEqual([invitation])
    const said = { email: 'eve@example.org', name: 'Anna', password: PASSWORD }
    const made = await world.people.acceptLink(token, said, HERE)
    expect(made.person).toMatchObject({ email: 'anna@example.org', name: 'Anna', role: 'admin' })
    expect((await world.signIn.find(made.token, HERE))?.principal.role).toBe('admin')
    await expect(world.people.acceptLink(token, said, HERE)).rejects.toThrow('cannot be used any more')
    expect(await world.people.openLink(token)).toBeNull()
    expect(await world.people.invitations()).toEqual([])
  })

  test('that two use at once makes one person', async () => {
    const { token } = await world.people.invite(OWNER, { role: 'member', email: null })
    const both = ['a', 'b'].map((name) =>
      world.people.acceptLink(token, { email: `${name}@example.org`, name, password: PASSWORD }, HERE),
    )
    const results = await Promise.allSettled(both)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await world.people.list()).toHaveLength(2)
  })

  test('cannot be used when it was withdrawn, is too old, or was never made', async () => {
    const { token, invitation } = await world.people.invite(OWNER, { role: 'member', email: null })
    expect(await world.people.withdraw(OWNER, invitation.id)).toBe(true)
    expect(await world.people.withdraw(OWNER, invitation.id)).toBe(false)
    const old = await world.people.invite(OWNER, { role: 'member', email: null })
    world.time.days = 8
    for (const each of [token, old.token, 'never']) {
      expect(await world.people.openLink(each)).toBeNull()
      const using = world.people.acceptLink(each, { email: 'a@example.org', password: PASSWORD }, HERE)
      await expect(using).rejects.toMatchObject({ name: 'LinkUnusableError' })
    }
  })

  test('for an address that is here already makes nobody, and can be used for another one', async () => {
    const { token } = await world.people.invite(OWNER, { role: 'member', email: null })
    const said = { email: 'OWNER@example.org', password: PASSWORD }
    await expect(world.people.acceptLink(token, said, HERE)).rejects.toMatchObject({ name: 'EmailTakenError' })
    await world.people.acceptLink(token, { ...said, email: 'a@example.org' }, HERE)
  })

  test('to be more than a member is for an owner to make', async () => {
    for (const role of ['admin', 'owner'] as const) {
      await expect(world.people.invite(ADMIN, { role, email: null })).rejects.toMatchObject({
        name: 'RoleRequiredError',
      })
    }
    await world.people.invite(ADMIN, { role: 'member', email: null })
  })
})

describe('a person', () => {
  beforeEach(async () => {
    await world.owner()
  })

  test('who forgot the password gets a link for it, which signs out all of their browsers', async () => {
    const anna = await join('anna@example.org')
    const { token } = await world.people.passwordLink(ADMIN, anna.id)
    expect(await world.people.openLink(token)).toMatchObject({ kind: 'password', email: 'anna@example.org' })
    const { token: session } = await world.people.acceptLink(token, { password: 'a new long password' }, HERE)
    expect((await world.signIn.find(session, HERE))?.principal.id).toBe(anna.id)
    expect(await world.signIn.find(anna.session, HERE)).toBeNull()
    await expect(world.people.acceptLink(token, { password: PASSWORD }, HERE)).rejects.toThrow(
      'cannot be used any more',
    )
    await expect(world.people.passwordLink(ADMIN, 'local')).rejects.toMatchObject({ name: 'RoleRequiredError' })
  })

  test('who is removed is signed out at once, cannot come back, and is on no list', async () => {
    const anna = await join('anna@example.org')
    const found = await world.signIn.find(anna.session, HERE)
    const stream = world.streams.watch(found?.session.id ?? '', new AbortController().signal)
    const link = await world.people.passwordLink(OWNER, anna.id)
    await world.people.remove(ADMIN, anna.id)
    expect(stream.aborted).toBe(true)
    expect(await world.signIn.find(anna.session, HERE)).toBeNull()
    await expect(world.signIn.begin({ email: anna.email, password: PASSWORD }, HERE, null)).rejects.toThrow('is wrong')
    expect(await world.people.openLink(link.token)).toBeNull()
    expect((await world.people.list()).map(({ id }) => id)).toEqual(['local'])
    await expect(world.people.remove(ADMIN, anna.id)).rejects.toMatchObject({ name: 'UnknownPersonError' })
    expect((await join('anna@example.org')).id).not.toBe(anna.id)
  })

  test('who takes another name is called so at once, and the log says what it was', async () => {
    const anna = await join('anna@example.org')
    const self = actor(anna.id, 'member')
    await world.people.rename(self, 'Anna')
    await world.people.rename(self, 'Anna')
    expect((await world.signIn.find(anna.session, HERE))?.person.name).toBe('Anna')
    const log = await world.people.audit({ action: 'name.changed', limit: 5, before: null })
    expect(log.map(({ actor_name, detail }) => [actor_name, detail])).toEqual([
      ['Anna', { from: 'anna@example.org', to: 'Anna' }],
    ])
    await world.people.remove(OWNER, anna.id)
    await expect(world.people.rename(self, 'Anne')).rejects.toMatchObject({ name: 'UnknownPersonError' })
  })

  test('who is the last owner stays one, and is not removed', async () => {
    const removing = world.people.remove(OWNER, 'local')
    await expect(removing).rejects.toMatchObject({ name: 'LastOwnerError' })
    await expect(world.people.setRole(OWNER, 'local', 'admin')).rejects.toMatchObject({ name: 'LastOwnerError' })
    const second = await join('second@example.org', 'owner')
    await world.people.setRole(OWNER, 'local', 'member')
    expect((await world.people.list()).map(({ id, role }) => [id, role])).toEqual([
      ['local', 'member'],
      [second.id, 'owner'],
    ])
  })

  test('becomes an admin by an owner alone', async () => {
    const anna = await join('anna@example.org')
    await expect(world.people.setRole(ADMIN, anna.id, 'admin')).rejects.toThrow('only an owner')
    await world.people.setRole(OWNER, anna.id, 'admin')
    await expect(world.people.remove(ADMIN, anna.id)).rejects.toThrow('only an owner')
    expect((await world.signIn.find(anna.session, HERE))?.principal.role).toBe('admin')
  })
})

test('what was done to people is in the audit log, with who did it, from where, and in its order', async () => {
  await world.owner()
  const anna = await join('anna@example.org')
  await world.people.setRole(OWNER, anna.id, 'admin')
  await world.people.remove(OWNER, anna.id)
  const log = await world.people.audit({ limit: 50, before: null })
  expect(log.map(({ action, actor_id, subject_id }) => [action, actor_id, subject_id]).toReversed()).toEqual([
    ['person.joined', 'local', 'local'],
    ['invitation.made', 'local', expect.any(String)],
    ['person.joined', anna.id, anna.id],
    ['session.began', anna.id, expect.any(String)],
    ['role.changed', 'local', anna.id],
    ['person.removed', 'local', anna.id],
  ])
  expect(log[0]).toMatchObject({ address: '192.0.2.1', detail: { email: 'anna@example.org' } })
  const [, second, third] = log
  expect(await world.people.audit({ limit: 1, before: second?.id ?? null })).toEqual([third])
})

test('the whole audit log is read page by page, each entry once', async () => {
  const owner = await world.owner()
  for (let nth = 0; nth < 1_003; nth += 1) await world.people.note(OWNER, 'deed', String(nth))
  const pages = await Array.fromAsync(world.people.wholeAudit({ action: 'deed' }))
  expect(pages.map(({ length }) => length)).toEqual([500, 500, 3])
  expect(new Set(pages.flat().map(({ subject_id }) => subject_id)).size).toBe(1_003)
  expect(pages[0]?.[0]?.actor_name).toBe(owner.name)
  expect(await Array.fromAsync(world.people.wholeAudit({ person: 'nobody' }))).toEqual([])
})

test('people are in teams, which have names of their own, and leave them when they are removed', async () => {
  await world.owner()
  const anna = await join('anna@example.org')
  const team = await world.teams.add(ADMIN, 'Küche')
  await expect(world.teams.add(ADMIN, 'KÜCHE')).rejects.toMatchObject({ name: 'TeamNameTakenError' })
  await world.teams.change(ADMIN, team.id, { members: [anna.id, 'nobody'] })
  await world.teams.change(ADMIN, team.id, { name: 'Salon' })
  expect(await world.teams.list()).toEqual([{ id: team.id, name: 'Salon', members: [anna.id] }])
  expect((await world.signIn.find(anna.session, HERE))?.principal.teams).toEqual([team.id])
  await world.people.remove(OWNER, anna.id)
  expect(await world.teams.list()).toEqual([{ id: team.id, name: 'Salon', members: [] }])
  const other = await world.teams.add(ADMIN, 'Other')
  await expect(world.teams.change(ADMIN, other.id, { name: 'salon' })).rejects.toThrow('another team is called salon')
  await world.teams.remove(ADMIN, team.id)
  await expect(world.teams.remove(ADMIN, team.id)).rejects.toMatchObject({ name: 'UnknownTeamError' })
  expect((await world.teams.list()).map(({ name }) => name)).toEqual(['Other'])
  const log = await world.people.audit({ limit: 3, before: null })
  expect(log.map(({ action, detail }) => [action, detail.name])).toEqual([
    ['team.removed', 'Salon'],
    ['team.made', 'Other'],
    ['person.removed', 'anna@example.org'],
  ])
})
