import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { SearchFilters } from '#lib/search/search-filter.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import { member } from '#test/support/member.ts'
import { BACKENDS, type TestDatabase, temporaryFolder } from '../support/database.ts'
import { loadDump } from '../support/database-dump.ts'
import { chain, messageOf, session } from '../support/session-builder.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

type OpenedStore = Awaited<ReturnType<typeof openStore>>

/** A finished answer that needs no price. */
const CUT = { status: 'cancelled' as const }

const text = (words: string) => [{ type: 'text' as const, text: words }]

async function find(store: OpenedStore, words: string, filters?: SearchFilters): Promise<string[]> {
  const { items } = await store.search(LOCAL_OWNER, parseSearch(words, filters), { limit: 50 })
  return items.map(({ message_id }) => message_id)
}

async function indexAll(store: OpenedStore): Promise<number> {
  for (let rounds = 0; ; rounds += 1) if (!(await store.indexPending())) return rounds
}

describe.each(BACKENDS.filter(({ missing }) => !missing))('the index of $name', (backend) => {
  let database: TestDatabase
  let store: OpenedStore
  let owner: Session

  beforeAll(async () => {
    database = await backend.open()
    store = await openStore(database)
  })
  afterAll(async () => {
    await store.close()
    await database[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    owner = session({ title: null })
    await store.createSession(owner, [])
  })

  async function put(...messages: Message[]): Promise<void> {
    await store.commit({ session_id: owner.id, messages: chain(messages) })
  }

  const search = (words: string, filters: SearchFilters = {}) =>
    find(store, words, { session_id: owner.id, ...filters })

  const indexed = async () => Number((await store.client.execute('SELECT count(*) AS n FROM search_index')).rows[0]?.n)

  test('finds words, their beginnings while they are typed, and phrases, whatever their case and accents', async () => {
    const asked = messageOf(owner, { content: text('Der schnelle Fuchs ging in ein Café in Göteborg') })
    await put(asked)
    for (const words of ['fuchs', 'FUCHS schnelle', 'goteb', 'cafe in g', '"schnelle fuchs"', '"ein cafe'])
      expect(await search(words), words).toEqual([asked.id])
    for (const words of ['fuch ging', '"fuchs schnelle"', 'göte "fuchs"x', '"schnelle fuch"'])
      expect(await search(words), words).toEqual([])
  })

  test('finds parts of identifiers, and words of scripts without spaces', async () => {
    const code = messageOf(owner, { content: text('call `getUserById(user_id)` of HTTPServer, utf8') })
    const han = messageOf(owner, { content: text('我们的搜索引擎很快。日本語のテスト') })
    await put(code, han)
    for (const words of ['getuserbyid', 'userBy', 'user_id', 'server', 'getUserById(user_id)', '8'])
      expect(await search(words), words).toEqual([code.id])
    for (const words of ['搜索', '索引擎', '快', '擎', '日本', '"搜索引擎"', 'テスト'])
      expect(await search(words), words).toEqual([han.id])
    expect(await search('引索')).toEqual([])
  })

  test('narrows down by person, model, features and days, also among the words', async () => {
    const asked = messageOf(owner, { content: text('apples?'), created_at: '2026-10-01T10:00:00.000000Z' })
    const answer = messageOf(owner, {
      role: 'assistant',
      content: text('apples:\n```ts\nconst apple = 1\n```'),
      metadata: { model: 'anthropic:claude-sonnet-4-5', ...CUT },
      created_at: '2026-11-01T00:00:00.000000Z',
    })
    const picture = messageOf(owner, {
      content: [
        { type: 'image', source: { kind: 'file_ref', data: 'attachments/a' }, media_type: 'image/png' },
        ...text('apples in a picture'),
      ],
      created_at: '2026-11-02T00:00:00.000000Z',
    })
    await put(asked, answer, picture)
    expect((await search('apples by:me')).sort()).toEqual([asked.id, picture.id])
    expect(await search('apples', { by: 'model' })).toEqual([answer.id])
    expect(await search('apples model:claude')).toEqual([answer.id])
    expect(await search('apples model:anthropic:claude-son')).toEqual([answer.id])
    expect(await search('apples model:gpt')).toEqual([])
    const named = { model: 'the poet', model_ids: ['demo:a', 'anthropic:claude-sonnet-4-5'] }
    expect(await search('apples', named)).toEqual([answer.id])
    expect(await search('apples', { ...named, model_ids: ['demo:a'] })).toEqual([])
    expect(await search('has:code')).toEqual([answer.id])
    expect(await search('has:picture')).toEqual([picture.id])
    expect(await search('apples before:2026-11-01')).toEqual([asked.id])
    expect(await search('after:2026-11-01 before:2026-11-02')).toEqual([answer.id])
    expect(await search('', { from: '2026-11-02' })).toEqual([picture.id])
    expect(await find(store, 'apples', { session_id: 'another' })).toEqual([])
  })

  test('says where something was found, and of a title that it was there', async () => {
    const title = 'Apfelkuchen für Zoë'
    const titled = session({ title })
    await store.createSession(titled, [])
    const asked = messageOf(titled, { content: text(`${'word '.repeat(60)}the **needle** here ${'word '.repeat(60)}`) })
    const answer = messageOf(titled, {
      role: 'assistant',
      content: text('Nothing'),
      metadata: { model: 'demo:a', ...CUT },
    })
    await store.commit({ session_id: titled.id, messages: chain([asked, answer]) })
    const by = async (words: string) =>
      (await store.search(LOCAL_OWNER, parseSearch(words, { session_id: titled.id }), { limit: 5 })).items

    const [hit] = await by('needle')
    expect(hit).toMatchObject({ session_id: titled.id, message_id: asked.id, title, title_matches: [], by: 'me' })
    expect(hit?.matches.map(({ start, end }) => hit.snippet.slice(start, end))).toEqual(['needle'])
    expect(hit?.snippet.length).toBeLessThan(300)

    const [named, ...more] = await by('zoe')
    expect(more).toEqual([])
    expect(named).toMatchObject({ message_id: asked.id, matches: [], title_matches: [{ start: 16, end: 19 }] })

    await store.commit({ session_id: titled.id, patch: { title: 'Renamed' } })
    expect([await by('zoe'), (await by('renamed')).length]).toEqual([[], 1])
    await store.commit({ session_id: titled.id, patch: { default_title: 'Too late' } })
    expect([await by('late'), (await by('renamed')).length]).toEqual([[], 1])
  })

  test('holds an answer once it is finished, once, and as it was written last', async () => {
    const before = await indexed()
    const draft = messageOf(owner, { role: 'assistant', content: text('begun'), metadata: { status: 'partial' } })
    await put(draft)
    for (let n = 0; n < 3; n += 1)
      await store.checkpoint([{ session_id: owner.id, message_id: draft.id, content: text(`begun ${n}`) }])
    expect([await indexed(), await search('begun')]).toEqual([before, []])
    await put({ ...draft, content: text('finished'), metadata: CUT })
    await put({ ...draft, content: text('finished anew'), metadata: CUT })
    expect([await indexed(), await search('begun'), await search('anew')]).toEqual([before + 1, [], [draft.id]])
    await put({ ...draft, content: [], metadata: CUT })
    expect([await indexed(), await search('anew')]).toEqual([before, []])
  })

  test('keeps neither thoughts nor what tools were given and gave back', async () => {
    const asked = messageOf(owner, { content: text('ask') })
    const answer = messageOf(owner, {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'secretly' },
        {
          type: 'tool_use',
          id: 'tu_01JZ0000000000000000000009',
          name: 'calculator',
          input: { expression: 'argument' },
        },
      ],
      metadata: CUT,
    })
    await put(asked, answer)
    for (const words of ['secretly', 'argument', 'calculator']) expect(await search(words), words).toEqual([])
  })

  test('loses what is deleted with its session, and nothing else', async () => {
    const before = await indexed()
    await put(messageOf(owner, { content: text('goner') }), messageOf(owner, { content: text('goner too') }))
    await store.commit({ session_id: owner.id, patch: { title: 'Goner' } })
    expect(await indexed()).toBe(before + 3)
    await store.deleteSession(owner.id)
    expect([await indexed(), await find(store, 'goner')]).toEqual([before, []])
  })

  test('is written with the message or not at all', async () => {
    const message = messageOf(owner, { content: text('atomic') })
    const stranger = messageOf(session(), { content: text('atomic') })
    const refused = store.commit({
      session_id: owner.id,
      messages: [{ message, parent_id: '00000000000000000000000000' }],
    })
    await expect(refused).rejects.toThrow('nothing of it was stored')
    await expect(store.commit({ session_id: owner.id, messages: chain([stranger]) })).rejects.toThrow()
    expect(await find(store, 'atomic')).toEqual([])
  })

  test('shows nobody what somebody else said', async () => {
    const theirs = session({ owner_id: 'somebody', title: 'private matters' })
    await store.createSession(theirs, [])
    const message = messageOf(theirs, { content: text('private words') })
    await store.commit({ session_id: theirs.id, messages: chain([message]) })
    for (const words of ['private', '', 'has:code'])
      expect(await find(store, words, { session_id: theirs.id }), words).toEqual([])
    const own = await store.search(member('somebody'), parseSearch('private'), { limit: 5 })
    expect(own.items.map(({ message_id }) => message_id)).toEqual([message.id])
  })

  test('goes on where a page ended, and refuses a cursor that is not its own', async () => {
    await put(...Array.from({ length: 7 }, (_, n) => messageOf(owner, { content: text(`paged ${'x '.repeat(n)}`) })))
    const query = parseSearch('paged', { session_id: owner.id })
    const all = await store.search(LOCAL_OWNER, query, { limit: 50 })
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await store.search(LOCAL_OWNER, query, { cursor, limit: 3 })
      seen.push(...page.items.map(({ message_id }) => message_id))
      if (page.next === null) break
      cursor = page.next
    }
    expect([seen.length, seen]).toEqual([7, all.items.map(({ message_id }) => message_id)])
    for (const cursor of ['', 'x', 'MA', 'LTE', 'e30'])
      await expect(store.search(LOCAL_OWNER, query, { cursor, limit: 3 })).rejects.toMatchObject({
        name: 'BadCursorError',
      })
  })

  test('takes whatever anybody types for words', async () => {
    const hostile = ['"', '""', '*', 'NEAR(a b)', 'a AND', 'OR', 'NOT x', '{body}: x', 'body:x', '(', '-x', '^x', 'a+b']
    for (const words of [...hostile, 'x\u0000y', '\uD800', '😀', `'; DROP TABLE messages; --`, 'x'.repeat(10_000)])
      expect(await find(store, words), JSON.stringify(words)).toEqual(expect.any(Array))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (words) => {
        await store.search(LOCAL_OWNER, parseSearch(words, { model: words, session_id: words }), { limit: 1 })
      }),
      { numRuns: 30 },
    )
  })

  test('gets an answer that was cut off when its turn is ended', async () => {
    await put(messageOf(owner, { role: 'assistant', content: text('cutoff'), metadata: { status: 'partial' } }))
    await store.recover({ session_ids: [owner.id] })
    expect(await search('cutoff')).toEqual([])
    await indexAll(store)
    expect(await search('cutoff')).toHaveLength(1)
    expect(await indexAll(store)).toBe(0)
  })
})

const RELEASED = [
  '0000_foundation',
  '0001_answered_keys_and_unpriced_calls',
  '0002_turns_and_calls',
  '0003_settings',
  '0005_places_of_chats',
]

test.each(RELEASED)(
  'a database of schema %s is searchable after its update, also where that was cut off',
  async (tag) => {
    await using folder = await temporaryFolder()
    const url = localDatabaseUrl(folder.path)
    const old = await openClient({ url })
    await loadDump(old, readFileSync(join(FIXTURES, `${tag}.sql`), 'utf8'))
    old.close()
    const before = await openStore({ url })
    expect(await find(before, 'calculate')).toEqual([])
    expect(await before.indexPending()).toBe(true)
    await before.close()
    const store = await openStore({ url })
    await indexAll(store)
    expect((await find(store, '"calculate 2 * 3"')).length).toBe(2)
    const missing = await store.client.execute(`SELECT count(*) AS n FROM search_entries WHERE is_pending = 1`)
    expect(Number(missing.rows[0]?.n)).toBe(0)
    const { rows } = await store.client.execute(
      'SELECT (SELECT count(*) FROM search_entries) AS entries, (SELECT count(*) FROM search_index) AS indexed',
    )
    expect(rows[0]?.entries).toBe(rows[0]?.indexed)
    await store.close()
  },
)

test('many and large messages are indexed a little at a time', async () => {
  await using folder = await temporaryFolder()
  const store = await openStore({ url: localDatabaseUrl(folder.path) })
  const owner = session({ title: null })
  await store.createSession(owner, [])
  const large = Array.from({ length: 6 }, () =>
    messageOf(owner, { content: text(randomBytes(60_000).toString('hex')) }),
  )
  await store.commit({ session_id: owner.id, messages: chain(large) })
  await store.client.execute('UPDATE search_entries SET is_pending = 1')
  expect(await indexAll(store)).toBe(6)
  await store.close()
})
