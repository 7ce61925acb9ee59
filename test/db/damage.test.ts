import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import type { Message } from '#lib/canonical/message.ts'
import { memoryLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { temporaryFolder } from '../support/database.ts'
import {
  ANSWERED,
  chain,
  eventOf,
  messageOf,
  projectionOf,
  session,
  toolCallOf,
  wireAnswerOf,
} from '../support/session-builder.ts'

let store: Awaited<ReturnType<typeof openStore>>
let log: ReturnType<typeof memoryLogger>
let url: string

beforeEach(async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  log = memoryLogger()
  url = localDatabaseUrl(folder.path)
  store = await openStore({ url, log })
  onTestFinished(() => store.close())
})

/** As a disk, a tool or a bug would: past everything that checks. */
async function damage(table: string, id: string, set: string) {
  const client = await openClient({ url })
  await client.migrate([{ sql: `UPDATE ${table} SET ${set} WHERE id = ?`, args: [id] }])
  client.close()
}

async function stored(table: string, id: string) {
  return (
    await store.client.execute({
      sql: `SELECT quote(content_json) AS c, quote(metadata_json) AS m, quote(role) AS r FROM ${table} WHERE id = ?`,
      args: [id],
    })
  ).rows[0]
}

async function chat() {
  const owner = session({ title: 'A chat' })
  await store.createSession(owner, [eventOf(owner, 'session.created', { active_model: null })])
  const messages = [
    messageOf(owner),
    messageOf(owner, { role: 'assistant', metadata: ANSWERED }),
    messageOf(owner),
    messageOf(owner, { role: 'assistant', metadata: ANSWERED }),
  ] as [Message, Message, Message, Message]
  await store.commit({ session_id: owner.id, messages: chain(messages), patch: { head_id: messages[3].id } })
  return { owner, messages }
}

const FAULTS = [
  ['content that is no JSON', `content_json = '[{"type":"te'`],
  ['content that is no list', `content_json = '{}'`],
  ['content of bytes', `content_json = x'00ff'`],
  ['a malformed block', `content_json = '[{"type":"text"}]'`],
  ['metadata that is no JSON', `metadata_json = 'oops'`],
  ['metadata that is no object', `metadata_json = '[]'`],
  ['an unknown role', `role = 'robot'`],
  ['a time that is none', `created_at = 'noon'`],
  ['a time beyond all time', 'created_at = 9223372036854775807'],
  ['an impossible version', 'schema_version = -1'],
  ['unknown fields that are no JSON', `extra_json = '{'`],
  ['nested JSON beyond reason', `content_json = '${'['.repeat(20_000)}'`],
] as const

test.each(FAULTS)('a message with %s says so in its place, and the rest of its chat is as it was', async (_, set) => {
  const { owner, messages } = await chat()
  const [first, broken, third, last] = messages
  await damage('messages', broken.id, set)
  const before = await stored('messages', broken.id)

  const path = await store.path(owner.id)
  expect(path.map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
  expect([path[0], path[2], path[3]]).toEqual([first, third, last])
  const placeholder = {
    id: broken.id,
    session_id: owner.id,
    role: 'assistant',
    content: [{ type: 'unreadable' }],
    metadata: { status: 'error' },
    created_at: expect.stringMatching(/^20\d\d-/),
    schema_version: 1,
  }
  expect(path[1]).toEqual(placeholder)
  expect(await store.message(owner.id, broken.id)).toEqual({ message: placeholder, parent_id: first.id })
  expect(await store.pathPage(owner.id, { limit: 2, before: last.id })).toEqual({
    items: [
      { message: placeholder, parent_id: first.id },
      { message: third, parent_id: broken.id },
    ],
    next: broken.id,
  })
  expect(await store.pathPage(owner.id, { limit: 2, before: broken.id })).toEqual({ items: chain([first]), next: null })
  expect(await store.lastMessageId(owner.id)).toBe(last.id)

  const branch = messageOf(owner)
  await store.commit({ session_id: owner.id, messages: chain([branch], broken.id), patch: { head_id: branch.id } })
  expect(await store.path(owner.id)).toEqual([first, placeholder, branch])
  await expect(
    store.commit({ session_id: owner.id, messages: [{ message: path[1] as Message, parent_id: first.id }] }),
  ).rejects.toThrow('only stands for one that cannot be read')
  expect(await stored('messages', broken.id)).toEqual(before)

  expect(log.entries).toEqual([
    {
      level: 'error',
      message: 'a stored row cannot be read; it is kept as it is',
      fields: { table: 'messages', id: broken.id, problem: expect.any(String) },
    },
  ])
  expect(JSON.stringify(log.entries)).not.toContain('oops')
})

test('a damaged question stands on the side of whoever asked it', async () => {
  const { owner, messages } = await chat()
  await damage('messages', messages[0].id, `content_json = '?'`)
  expect((await store.path(owner.id))[0]).toMatchObject({ role: 'user', content: [{ type: 'unreadable' }] })
})

test.each([
  ['a time that is none', `updated_at = 'noon'`, {}],
  ['a time beyond all time', 'updated_at = 9223372036854775807', {}],
  ['a pending model that is no JSON', `pending_model_json = '{'`, {}],
  ['a pending model that is no name', `pending_model_json = '{"a":1}'`, {}],
  ['settings that are no JSON', `settings_json = '{'`, { settings: {} }],
  ['settings that are none', `settings_json = '[1]'`, { settings: {} }],
  ['no state', `state = ''`, { state: 'idle' }],
  ['a title of bytes', `title = x'00ff'`, { title: null }],
  ['a cost that is no number', `cost_usd = 'much'`, { cost_usd: '0' }],
  ['a pin that is none', `pinned = 'x'`, { pinned: false }],
  ['an archive that is none', `archived = 7`, { archived: false }],
  ['tags that are no JSON', `tags_json = '[oops'`, { tags: [] }],
  ['tags that are no list', `tags_json = '{"a":1}'`, { tags: [] }],
  ['a title of nobody', `title_origin_json = '{'`, { title_origin: null }],
  ['an origin that is none', `origin_json = '{"kind":"share"}'`, {}],
  ['a time of deletion that is none', `deleted_at = 'noon'`, {}],
  ['a time of making that is none', `created_at = 'noon'`, {}],
])('a session with %s stays in the list, opens, and takes another turn', async (_, set, shown) => {
  const older = (await chat()).owner
  const { owner, messages } = await chat()
  const newer = (await chat()).owner
  await damage('sessions', owner.id, set)

  const listed: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await store.sessions(LOCAL_OWNER, { cursor, limit: 1 })
    listed.push(...items.map(({ id }) => id))
    if (next === null) break
    cursor = next
  }
  expect(listed.toSorted()).toEqual([older.id, owner.id, newer.id].toSorted())
  const { title, state, cost_usd, tags, pinned, archived } = { ...owner, ...shown }
  expect(await store.session(owner.id)).toMatchObject({ id: owner.id, title, state, cost_usd, tags, pinned, archived })
  expect((await store.sessions(LOCAL_OWNER, { limit: 9, tag: 'none' })).items).toEqual([])
  expect(await store.path(owner.id)).toEqual(messages)
  const patch = { state: 'running' as const, settle_model: true as const }
  expect(await store.commit({ session_id: owner.id, patch })).toMatchObject({
    session: { state: 'running', active_model: null },
  })
})

test('a damaged event, call or projection costs nothing but itself, and is said once', async () => {
  const { owner, messages } = await chat()
  const answer = messages[1]
  const calls = [toolCallOf(answer), toolCallOf(answer), toolCallOf(answer)]
  const events = [1, 2].map(() => eventOf(owner, 'turn.cancelled', { message_id: null }))
  const projections = [projectionOf(answer), projectionOf(answer, { reason: 'kept' })]
  await store.commit({ session_id: owner.id, tool_calls: calls, events, projections })
  await damage('tool_calls', calls[0]?.id ?? '', `status = ''`)
  await damage('tool_calls', calls[1]?.id ?? '', `created_at = 'noon'`)
  await damage('events', events[0]?.id ?? '', `payload_json = '{'`)
  await damage('projections', '1', `action = ''`)
  for (const _ of [1, 2]) {
    expect(await store.toolCalls(owner.id)).toEqual([calls[2]])
    expect((await store.events(owner.id)).slice(1)).toEqual([events[1]])
    expect(await store.projections(owner.id)).toEqual([projections[1]])
  }
  expect(log.entries.map(({ fields }) => fields.table).toSorted()).toEqual([
    'events',
    'projections',
    'tool_calls',
    'tool_calls',
  ])
})

test('what came for an answer and cannot be unpacked costs nothing but itself', async () => {
  const { owner, messages } = await chat()
  const came = [wireAnswerOf(messages[1]), wireAnswerOf(messages[1])]
  await store.commit({ session_id: owner.id, wire_answers: came })
  for (const damaged of [`x'0102'`, `'text'`]) {
    const args = [came[0]?.call_id ?? '']
    await store.client.migrate([{ sql: `UPDATE wire_answers SET body_br = ${damaged} WHERE call_id = ?`, args }])
    expect(await store.wireAnswers(owner.id, messages[1].id)).toEqual([came[1]])
  }
  expect(log.entries.map(({ fields }) => fields.table)).toEqual(['wire_answers'])
})

test.each([`metadata_json = '{'`, `metadata_json = x'00'`, `metadata_json = '[]'`, `content_json = '{'`])(
  'recovery ends the turn of a partial message with %s, and of all others',
  async (set) => {
    const [broken, whole] = [session({ state: 'running' }), session({ state: 'running' })]
    const partials: Message[] = []
    for (const owner of [broken, whole]) {
      const partial = messageOf(owner, { role: 'assistant', metadata: { status: 'partial', turn_id: 'turn_1' } })
      await store.createSession(owner, [
        eventOf(owner, 'turn.started', { message_id: 'x', content_hash: 'y' }, { turn_id: 'turn_1' }),
      ])
      await store.commit({ session_id: owner.id, messages: chain([partial]), patch: { head_id: partial.id } })
      partials.push(partial)
    }
    await damage('sessions', broken.id, `pending_model_json = '{'`)
    await damage('messages', partials[0]?.id ?? '', set)
    expect(await store.recover()).toHaveLength(2)
    for (const { id } of [broken, whole]) {
      expect(await store.session(id)).toMatchObject({ state: 'idle' })
      expect((await store.events(id)).at(-1)).toMatchObject({ type: 'turn.failed', turn_id: 'turn_1' })
    }
    expect(await store.message(broken.id, partials[0]?.id ?? '')).toMatchObject({
      message: { content: [{ type: 'unreadable' }] },
    })
    expect(await store.message(whole.id, partials[1]?.id ?? '')).toMatchObject({
      message: { metadata: { status: 'error' } },
    })
    expect(await store.recover()).toEqual([])
  },
)
