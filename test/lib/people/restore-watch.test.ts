import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetAudit } from '#db/backup/finish-restore.ts'
import { DATA_FILES } from '#db/data-folder.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import type { Access } from '#lib/people/access.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { CHEAP, HERE, PASSWORD } from '#test/support/people.ts'
import { SAID } from '#test/support/sharing.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let metis: Installation | undefined

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await stop()
  await folder[Symbol.asyncDispose]()
})

async function start(): Promise<Access> {
  const env = { METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error', METIS_PUBLIC_URL: 'https://chat.example.org' }
  metis = await openInstallation(readEnv(env), { passwordCost: CHEAP })
  if (!metis.access) throw new Error('nobody can sign in')
  return metis.access
}

async function stop() {
  await metis?.close()
  metis = undefined
}

const copy = (from: string, to: string) => cp(join(folder.path, from), join(folder.path, to))
const signIn = (access: Access) =>
  access.signIn.begin({ email: 'owner@example.org', password: PASSWORD }, HERE, null).then(({ token }) => token)
const deeds = async (access: Access) =>
  (await access.people.audit({ limit: 2, before: null })).map(({ action }) => action)

test('a database from before signs everybody out and takes its links back, for what was ended and used since is good again in it', async () => {
  let access = await start()
  await access.people.addOwner({ email: 'owner@example.org', name: 'Owner', password: PASSWORD })
  const token = await signIn(access)
  const { token: link } = await access.people.invite(null, { role: 'admin', email: null })
  await stop()
  await copy('metis.db', 'yesterday.db')

  access = await start()
  const held = await access.signIn.find(token, HERE)
  if (!held) throw new Error('not signed in')
  await access.signIn.end(held, 'all', HERE)
  await stop()
  await copy('yesterday.db', 'metis.db')

  access = await start()
  expect(await access.signIn.find(token, HERE)).toBeNull()
  expect(await access.people.openLink(link)).toBeNull()
  expect(await deeds(access)).toEqual(['database.restored', 'invitation.made'])
  const again = await signIn(access)
  await stop()

  // Once: what it is now is what is known from then on.
  access = await start()
  expect((await access.signIn.find(again, HERE))?.person.email).toBe('owner@example.org')
  expect(await deeds(access)).toEqual(['session.began', 'database.restored'])
})

test('a start after another, and a folder that has seen none, sign nobody out', async () => {
  let access = await start()
  await access.people.addOwner({ email: 'owner@example.org', name: 'Owner', password: PASSWORD })
  const token = await signIn(access)
  await stop()
  access = await start()
  expect(await access.signIn.find(token, HERE)).not.toBeNull()
  expect(await deeds(access)).toEqual(['session.began', 'person.joined'])
})

test('a backup that was restored shares nothing any more, also where nobody signs in: what was revoked since would be shared again', async () => {
  const open = async () => {
    metis = await openInstallation(readEnv({ METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error' }))
    return metis
  }
  const { sessions, turns, shares, sharedLinks } = await open()
  const id = await sessions.create(LOCAL_OWNER, { active_model: 'demo:openai' })
  await turns.start(LOCAL_OWNER, id, { content: [{ type: 'text', text: 'hello' }] })
  await turns.idle()
  const share = await shares.publish(LOCAL_OWNER, id, SAID)
  const token = await shares.tokenOf(LOCAL_OWNER, share)
  const holder = { token, principal: null, address: '192.0.2.7' }
  expect(await sharedLinks.open(holder, { counts: false })).toMatchObject({ type: 'open' })
  await stop()

  const same = await open()
  expect(await same.sharedLinks.open(holder, { counts: false })).toMatchObject({ type: 'open' })
  await stop()
  await forgetAudit(join(folder.path, DATA_FILES.lastAudit))

  const restored = await open()
  expect(await restored.sharedLinks.open(holder, { counts: false })).toBeNull()
  expect(await restored.shares.list(LOCAL_OWNER)).toMatchObject([{ id: share, state: 'revoked' }])
  // What is shared from then on stays, also over a start.
  const again = await restored.shares.publish(LOCAL_OWNER, id, SAID)
  await stop()
  const after = await open()
  expect((await after.shares.list(LOCAL_OWNER)).find((each) => each.id === again)).toMatchObject({ state: 'live' })
})
