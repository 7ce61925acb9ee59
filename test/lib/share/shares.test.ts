import { afterEach, beforeEach, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import {
  PreviewOutdatedError,
  SecretsFoundError,
  ShareFieldError,
  ShareLinkLostError,
  UnknownShareError,
} from '#lib/share/refused.ts'
import { isIntact } from '#lib/share/seal.ts'
import { UnknownSessionError } from '#lib/store/store.ts'
import { readAllRows } from '#test/support/database-dump.ts'
import { member } from '#test/support/member.ts'
import { photograph } from '#test/support/picture-builder.ts'
import { SAID, startSharing } from '#test/support/sharing.ts'

let server: Awaited<ReturnType<typeof startSharing>>
beforeEach(async () => {
  server = await startSharing()
})
afterEach(() => server.close())

const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
const PERSON = { email: 'ada@example.org', name: 'Ada', password: 'scrypt$' }

async function letIn(id: string, email: string) {
  const at = '2026-11-23T10:00:00.000000Z'
  const { password: _password, ...person } = { ...PERSON, id, email, role: 'member' as const, created_at: at }
  await server.client.execute({
    sql: `INSERT INTO users (id, email, email_key, name, role, created_at) VALUES (?, ?, ?, ?, ?, 1794000000000000)`,
    args: [id, person.email, person.email, person.name, person.role],
  })
  await server.client.execute({
    sql: `INSERT INTO credentials (id, user_id, kind, identifier, secret_json, created_at) VALUES (?, ?, 'password', ?, '"x"', 1)`,
    args: [`password_${id}`, id, id],
  })
  return member(id)
}

test('what is published is what was shown, sealed: it stays what it is whatever becomes of the chat', async () => {
  const chat = await server.chat()
  const preview = await server.shares.preview(LOCAL_OWNER, chat, SAID)
  const { token } = await server.share(chat, { fingerprint: preview.fingerprint })
  await server.say(chat, 'hello')
  const opened = await server.open(token)
  if (opened?.type !== 'open') throw new Error('it is not open')
  const { snapshot } = opened
  expect(snapshot.messages.map(({ content }) => content.map(({ type }) => type))).toEqual(
    preview.messages.map(({ content }) => content.map(({ type }) => type)),
  )
  expect(snapshot).toMatchObject({ title: 'Sums', shared_at: '2026-11-23T12:00:00.000000Z' })
  expect(isIntact(snapshot)).toBe(true)
  expect(JSON.stringify(snapshot)).not.toContain(chat)
})

test('where the chat has changed since the preview, nothing is published', async () => {
  const chat = await server.chat()
  const { fingerprint } = await server.shares.preview(LOCAL_OWNER, chat, SAID)
  await server.say(chat, 'hello')
  await expect(server.share(chat, { fingerprint })).rejects.toThrow(PreviewOutdatedError)
  expect(await server.shares.list(LOCAL_OWNER)).toEqual([])
})

test('what is found is masked or confirmed, or nothing is published', async () => {
  const chat = await server.chat(`my key is ${KEY}`)
  const { findings } = await server.shares.preview(LOCAL_OWNER, chat, SAID)
  const ids = findings.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  const refused = await server.share(chat, { masks: ids.slice(1) }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SecretsFoundError)
  expect((refused as SecretsFoundError).findings.map(({ id }) => id)).toEqual(ids.slice(0, 1))
  const { token } = await server.share(chat, { masks: ids })
  expect(JSON.stringify(await server.open(token))).not.toContain(KEY)
  const confirmed = await server.share(chat, { confirmed: ids })
  expect(JSON.stringify(await server.open(confirmed.token))).toContain(KEY)
})

test('of an answer that streams only what was finished before it is shared', async () => {
  const chat = await server.chat()
  const before = (await server.chats.path(chat)).length
  await server.turns.start(chat, { content: [{ type: 'text', text: 'hello' }] })
  const { messages } = await server.shares.preview(LOCAL_OWNER, chat, SAID)
  await server.turns.idle(chat)
  expect(messages.length).toBeLessThanOrEqual(before + 1)
  expect(messages.every(({ metadata }) => metadata.status !== 'partial')).toBe(true)
})

test('a picture is one of its own, encoded anew, and read through the share alone', async () => {
  const photo = await photograph()
  const { data } = await server.attachments.put(photo, 'image/jpeg', {}, LOCAL_OWNER.id)
  const chat = await server.sessions.create({ active_model: 'demo:openai' })
  await server.turns.start(chat, {
    content: [
      { type: 'text', text: 'What is it?' },
      { type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/jpeg' },
    ],
  })
  await server.turns.idle(chat)
  const { id, token } = await server.share(chat)
  const opened = await server.open(token)
  const hash = /share\/([0-9a-f]{64})/.exec(JSON.stringify(opened))?.[1] ?? ''
  const holder = { token, principal: null, address: '192.0.2.7' }
  const file = await server.links.file(holder, hash)
  expect(file?.media_type).toBe('image/webp')
  expect(Buffer.from(file?.bytes ?? []).includes('Camera Works')).toBe(false)
  expect(await server.links.file(holder, data.slice('attachments/'.length))).toBeNull()
  expect(JSON.stringify(opened)).not.toContain(data.slice('attachments/'.length))
  await server.shares.revoke(LOCAL_OWNER, id)
  expect(await server.links.file(holder, hash)).toBeNull()
})

test('the database has neither the token nor what makes it, and another secret opens what was made before', async () => {
  const chat = await server.chat()
  const { id, token } = await server.share(chat)
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(JSON.stringify(await readAllRows(server.client))).not.toContain(token)
  expect(await server.shares.tokenOf(LOCAL_OWNER, id)).toBe(token)
  server.time.secret = 2
  await expect(server.shares.tokenOf(LOCAL_OWNER, id)).rejects.toThrow(ShareLinkLostError)
  expect(await server.open(token)).toMatchObject({ type: 'open' })
})

test('revoking removes all that it showed, at once and for good', async () => {
  const chat = await server.chat('a word that nobody else says: xylophone')
  const { id, token } = await server.share(chat)
  await server.shares.revoke(LOCAL_OWNER, id)
  expect(await server.open(token)).toBeNull()
  expect((await server.client.execute('SELECT title, snapshot_json FROM shares')).rows).toEqual([
    { title: null, snapshot_json: null },
  ])
  expect(await server.shares.list(LOCAL_OWNER)).toMatchObject([{ id, state: 'revoked', title: null }])
  await expect(server.shares.revoke(LOCAL_OWNER, id)).rejects.toThrow(UnknownShareError)
  await expect(server.shares.tokenOf(LOCAL_OWNER, id)).rejects.toThrow(UnknownShareError)
  await expect(server.shares.republish(LOCAL_OWNER, id, SAID)).rejects.toThrow(UnknownShareError)
})

test('a newer snapshot takes the place of the old one at the same link, and views go on being counted', async () => {
  const chat = await server.chat()
  const { id, token } = await server.share(chat)
  await server.open(token)
  await server.say(chat, 'hello')
  server.time.days = 1
  const share = await server.shares.republish(LOCAL_OWNER, id, SAID)
  expect(share).toMatchObject({ id, views: 1, published_at: '2026-11-24T12:00:00.000000Z', state: 'live' })
  const opened = await server.open(token)
  if (opened?.type !== 'open') throw new Error('it is not open')
  expect(opened.snapshot.messages.map(({ content }) => textOf(content))).toContain('hello')
})

test('it ends after 30 days where nothing else is said, and never where that is said', async () => {
  const chat = await server.chat()
  const { id, token } = await server.share(chat)
  const lasting = await server.share(chat, { expires_at: null })
  server.time.days = 29.9
  expect(await server.open(token)).toMatchObject({ type: 'open' })
  server.time.days = 30
  expect(await server.open(token)).toBeNull()
  expect((await server.shares.list(LOCAL_OWNER)).find((share) => share.id === id)?.state).toBe('expired')
  expect(await server.open(lasting.token)).toMatchObject({ type: 'open' })
  const past = { expires_at: '2026-11-23T11:00:00.000000Z' }
  await expect(server.share(chat, past)).rejects.toThrow(new ShareFieldError('expires_at'))
})

test('what expired long ago is removed with the next share', async () => {
  const chat = await server.chat()
  await server.share(chat)
  server.time.days = 61
  await server.share(chat)
  const { rows } = await server.client.execute('SELECT snapshot_json IS NULL AS is_gone FROM shares ORDER BY id')
  expect(rows).toMatchObject([{ is_gone: 1 }, { is_gone: 0 }])
})

test('while its chat is deleted it answers nobody, it is back with the chat, and gone with it for good', async () => {
  const chat = await server.chat()
  const { token } = await server.share(chat)
  await server.sessions.delete(chat)
  expect(await server.open(token)).toBeNull()
  expect(await server.shares.list(LOCAL_OWNER)).toMatchObject([{ state: 'chat_deleted' }])
  await server.sessions.restore(chat)
  expect(await server.open(token)).toMatchObject({ type: 'open' })
  await server.sessions.delete(chat)
  await server.removal.remove(chat)
  expect((await server.client.execute('SELECT id FROM shares')).rows).toEqual([])
})

test('of the shares of a person that is removed nothing is left, and whoever gets the chat has not shared it', async () => {
  const ada = await letIn('ada', 'ada@example.org')
  const chat = await server.as(ada).sessions.create({ active_model: 'demo:openai' })
  await server.as(ada).say(chat, 'hello')
  const id = await server.shares.publish(ada, chat, SAID)
  const token = await server.shares.tokenOf(ada, id)
  await server.client.execute({ sql: 'UPDATE sessions SET owner_id = ? WHERE id = ?', args: ['local', chat] })
  expect(await server.open(token)).toBeNull()
  const audit = { id: 'a', at: '2026-11-23T12:00:00.000000Z', actor_id: null, action: 'person.removed' }
  await server.accounts.removePerson('ada', { ...audit, subject_id: 'ada', detail: {}, address: null })
  expect((await server.client.execute('SELECT id FROM shares')).rows).toEqual([])
})

test('a share for people answers them and whoever made it, and is unknown to all others', async () => {
  const [ada, bob] = [await letIn('ada', 'ada@example.org'), await letIn('bob', 'bob@example.org')]
  const chat = await server.chat()
  const { token } = await server.share(chat, { audience: 'people', people: [' Ada@Example.org'] })
  expect(await server.open(token, { principal: ada })).toMatchObject({ type: 'open', is_own: false })
  expect(await server.open(token, { principal: LOCAL_OWNER })).toMatchObject({ type: 'open', is_own: true })
  expect([await server.open(token), await server.open(token, { principal: bob })]).toEqual([null, null])
  expect(await server.shares.list(LOCAL_OWNER)).toMatchObject([{ people: [{ email: 'ada@example.org', name: 'Ada' }] }])
  const nobody = { audience: 'people' as const, people: ['nobody@example.org'] }
  await expect(server.share(chat, nobody)).rejects.toThrow(new ShareFieldError('people'))
})

test('nobody shares, sees, renews or revokes what is somebody else’s', async () => {
  const chat = await server.chat()
  const { id } = await server.share(chat)
  const bob = member('bob')
  await expect(server.shares.preview(bob, chat, SAID)).rejects.toThrow(UnknownSessionError)
  await expect(server.shares.publish(bob, chat, SAID)).rejects.toThrow(UnknownSessionError)
  await expect(server.shares.republish(bob, id, SAID)).rejects.toThrow(UnknownShareError)
  await expect(server.shares.revoke(bob, id)).rejects.toThrow(UnknownShareError)
  await expect(server.shares.tokenOf(bob, id)).rejects.toThrow(UnknownShareError)
  expect(await server.shares.list(bob)).toEqual([])
})

test('admins are told numbers', async () => {
  const chat = await server.chat()
  const [one, two] = [await server.share(chat), await server.share(chat)]
  await server.open(one.token)
  await server.shares.revoke(LOCAL_OWNER, two.id)
  expect(await server.shares.totals()).toEqual({ shares: 2, live: 1, revoked: 1, people: 1, views: 1 })
})

test('a key that the title cuts off is found there as well, and masked by what masks it', async () => {
  const text = `My key is ${KEY} and some more words that make it long enough to be cut off somewhere`
  const chat = await server.chat(text)
  await server.sessions.change(chat, { title: `My key is ${KEY.slice(0, 20)}…` })
  const { findings } = await server.shares.preview(LOCAL_OWNER, chat, SAID)
  expect(findings.map(({ part }) => part)).toContain('title')
  const { title, messages } = await server.shares.preview(LOCAL_OWNER, chat, {
    ...SAID,
    masks: findings.map(({ id }) => id),
  })
  expect(title).toBe('My key is ████████…')
  expect(JSON.stringify(messages)).not.toContain(KEY.slice(0, 12))
})
