import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import type { Access } from '#lib/people/access.ts'
import type { Actor } from '#lib/people/people.ts'
import type { Role } from '#lib/principal.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { member } from '#test/support/member.ts'
import { CHEAP, HERE, PASSWORD } from '#test/support/people.ts'
import { session } from '#test/support/session-builder.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let metis: Installation
let access: Access
let ids: Record<'max' | 'anna' | 'admin', string>

beforeEach(async () => {
  folder = await temporaryFolder()
  const env = { METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error', METIS_PUBLIC_URL: 'https://chat.example.org' }
  metis = await openInstallation(readEnv(env), { passwordCost: CHEAP })
  if (!metis.access) throw new Error('nobody can sign in')
  access = metis.access
  await access.people.addOwner({ email: 'owner@example.org', name: 'Owner', password: PASSWORD })
  const join = async (name: string, role: Role) => {
    const { token } = await access.people.invite(OWNER, { role, email: `${name}@example.org` })
    return (await access.people.acceptLink(token, { name, password: PASSWORD }, HERE)).person.id
  }
  ids = { max: await join('Max', 'member'), anna: await join('Anna', 'member'), admin: await join('Ada', 'admin') }
})
afterEach(async () => {
  await metis.close()
  await folder[Symbol.asyncDispose]()
})

const actor = (id: string, role: Role): Actor => ({ principal: { id, role, teams: [] }, address: '192.0.2.1' })
const OWNER = actor('local', 'owner')
const admin = () => actor(ids.admin, 'admin')

const chatOf = (id: string, title: string) => metis.sessions.create(member(id), { title, active_model: 'demo:openai' })
const titlesOf = async (id: string) => {
  const { items } = await metis.store.sessions(member(id), { limit: 100, archived: false })
  return items.map(({ title }) => title).sort()
}
const latest = async () => (await access.people.audit({ limit: 1, before: null }))[0]

describe('the chats of somebody who was removed', () => {
  test('are kept, and stand beside who left them until it is said what becomes of them', async () => {
    await chatOf(ids.max, 'One')
    await metis.sessions.create(member(ids.max), { temporary: true })
    expect(await access.leftChats.list()).toEqual([])
    await access.people.remove(admin(), ids.max)
    await access.people.remove(admin(), ids.anna)
    const { email, name, role } = { email: 'Max@example.org', name: 'Max', role: 'member' }
    expect(await access.leftChats.list()).toEqual([
      { id: ids.max, email, name, role, removed_at: expect.any(String), chats: 1 },
    ])
    expect(await titlesOf(ids.max)).toEqual(['One'])
  })

  test('are handed over with their files, found by whoever gets them, and by nobody else', async () => {
    await chatOf(ids.max, 'Harvest of pears')
    await chatOf(ids.anna, 'Mine')
    const { data } = await metis.attachments.put(Buffer.from('pears'), 'text/plain', {}, ids.max)
    expect(await metis.attachments.has(data, ids.anna)).toBe(false)
    await access.people.remove(OWNER, ids.max)
    expect(await access.leftChats.handOver(OWNER, ids.max, ids.anna)).toBe(1)
    expect(await titlesOf(ids.anna)).toEqual(['Harvest of pears', 'Mine'])
    expect([await titlesOf(ids.max), await access.leftChats.list()]).toEqual([[], []])
    expect(await metis.attachments.has(data, ids.anna)).toBe(true)
    expect(await metis.attachments.has(data, ids.max)).toBe(false)
    expect(await latest()).toMatchObject({
      action: 'chats.handed_over',
      actor_id: 'local',
      subject_id: ids.max,
      detail: { name: 'Max', chats: 1, to: ids.anna, to_name: 'Anna' },
    })
  })

  test('are read by whoever gets them, so an admin hands none over, nor deletes what an admin left', async () => {
    await chatOf(ids.max, 'One')
    await chatOf(ids.admin, 'Two')
    await access.people.remove(OWNER, ids.max)
    const refused = { name: 'RoleRequiredError' }
    await expect(access.leftChats.handOver(admin(), ids.max, ids.admin)).rejects.toMatchObject(refused)
    await access.people.remove(OWNER, ids.admin)
    await expect(access.leftChats.delete(actor('other', 'admin'), ids.admin)).rejects.toMatchObject(refused)
    expect([await titlesOf(ids.max), await titlesOf(ids.admin)]).toEqual([['One'], ['Two']])
  })

  test('are exported by an owner alone, which is noted', async () => {
    await chatOf(ids.max, 'One')
    await expect(access.leftChats.noteExport(OWNER, ids.max)).rejects.toMatchObject({ name: 'UnknownPersonError' })
    await access.people.remove(OWNER, ids.max)
    await expect(access.leftChats.noteExport(admin(), ids.max)).rejects.toMatchObject({ name: 'RoleRequiredError' })
    await access.leftChats.noteExport(OWNER, ids.max)
    expect(await latest()).toMatchObject({ action: 'chats.exported', actor_id: 'local', subject_id: ids.max })
  })

  test('are deleted like any chat, and noted once', async () => {
    const id = await chatOf(ids.max, 'One')
    await access.people.remove(admin(), ids.max)
    expect(await access.leftChats.delete(admin(), ids.max)).toBe(1)
    expect(await titlesOf(ids.max)).toEqual([])
    expect(await metis.store.session(id)).toBeNull()
    const noted = await latest()
    expect(noted).toMatchObject({ action: 'chats.deleted', subject_id: ids.max, detail: { chats: 1 } })
    expect(await access.leftChats.delete(admin(), ids.max)).toBe(0)
    expect((await latest())?.id).toBe(noted?.id)
  })

  test.each(['handed over', 'deleted'])(
    'are %s but for one that is not at rest, and what it shows stays with it',
    async (how) => {
      await chatOf(ids.max, 'One')
      const { data } = await metis.attachments.put(Buffer.from('pears'), 'text/plain', {}, ids.max)
      await access.people.remove(OWNER, ids.max)
      await metis.store.createSession(session({ owner_id: ids.max, title: 'Two', state: 'running' }), [])
      const settle = () =>
        how === 'deleted'
          ? access.leftChats.delete(OWNER, ids.max)
          : access.leftChats.handOver(OWNER, ids.max, ids.anna)
      expect(await settle()).toBe(1)
      expect(await titlesOf(ids.max)).toEqual(['Two'])
      expect(await metis.attachments.has(data, ids.max)).toBe(true)
    },
  )

  test('stay with somebody who is here, whoever asks', async () => {
    await chatOf(ids.max, 'One')
    await access.people.remove(OWNER, ids.anna)
    const unknown = { name: 'UnknownPersonError' }
    await expect(access.leftChats.handOver(OWNER, ids.max, 'local')).rejects.toMatchObject(unknown)
    await expect(access.leftChats.delete(OWNER, ids.max)).rejects.toMatchObject(unknown)
    await access.people.remove(OWNER, ids.max)
    await expect(access.leftChats.handOver(OWNER, ids.max, ids.anna)).rejects.toMatchObject(unknown)
    expect(await titlesOf(ids.max)).toEqual(['One'])
  })

  test('are written on by no answer: what is running stops with its person', async () => {
    const id = await chatOf(ids.max, 'One')
    const content = [{ type: 'text' as const, text: 'fault stall' }]
    await metis.turns.start(member(ids.max), id, { content })
    expect((await metis.store.session(id))?.state).toBe('running')
    await access.people.remove(admin(), ids.max)
    expect((await metis.store.session(id))?.state).toBe('idle')
    expect(await access.leftChats.handOver(OWNER, ids.max, 'local')).toBe(1)
    expect((await metis.store.path(id)).map(({ metadata }) => metadata.status)).toEqual(['complete', 'cancelled'])
  })
})
