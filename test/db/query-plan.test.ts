import type { InStatement } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBilledCalls } from '#db/billed-call.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { openReprices } from '#db/reprice.ts'
import { openShares } from '#db/share.ts'
import { openStore } from '#db/store.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { END_OF_TURN } from '#lib/events/catalog.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { TreeChange } from '#lib/store/deletion.ts'
import { temporaryFolder } from '../support/database.ts'
import { repriceOf } from '../support/repricing.ts'
import {
  chain,
  eventOf,
  llmCallOf,
  messageOf,
  projectionOf,
  session,
  toolCallOf,
  turnOf,
} from '../support/session-builder.ts'

// Cost by the plan, not by the clock: no statement of the store may read a table from end to end.

const stack = new AsyncDisposableStack()
let url: string
let store: Awaited<ReturnType<typeof openStore>>
let owner: Session
let messages: Message[]

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder())
  url = localDatabaseUrl(folder.path)
  store = await openStore({ url })
  stack.defer(() => store.close())
  owner = session()
  await store.createSession(owner, [])
  messages = Array.from({ length: 10_000 }, () => messageOf(owner))
  await store.commit({
    session_id: owner.id,
    messages: chain(messages),
    patch: { head_id: messages.at(-1)?.id ?? null },
  })
}, 120_000)

afterAll(() => stack.disposeAsync())

/** The statements that an action sends to the database. */
async function statementsOf(action: () => Promise<unknown>): Promise<{ sql: string; args: unknown[] }[]> {
  const execute = vi.spyOn(store.client, 'execute')
  const batch = vi.spyOn(store.client, 'batch')
  await action()
  const sent = [...execute.mock.calls.map(([statement]) => statement), ...batch.mock.calls.flatMap(([all]) => all)]
  execute.mockRestore()
  batch.mockRestore()
  return sent as { sql: string; args: unknown[] }[]
}

async function planOf(statement: { sql: string; args: unknown[] }): Promise<string[]> {
  const { rows } = await store.client.execute({
    ...statement,
    sql: `EXPLAIN QUERY PLAN ${statement.sql}`,
  } as InStatement)
  return rows.map((row) => String(row.detail))
}

const message = () => messages[5000] as Message

const ACTIONS: Record<string, () => Promise<unknown>> = {
  session: () => store.session(owner.id),
  'a session of one person': () => store.sessionOf(LOCAL_OWNER, owner.id),
  'a part of the list': () => store.sessions(LOCAL_OWNER, { limit: 10, archived: true, folder: 'Work', tag: 'urgent' }),
  'a label that is changed': () => store.changeLabel(LOCAL_OWNER, { kind: 'folder', from: 'a', to: 'b' }),
  'what is to be removed': () => store.discardedSessions('2026-05-08T12:00:00.000000Z'),
  'restoring a session': () => store.restoreSession(LOCAL_OWNER, owner.id),
  'what a person chose': () => store.personSettings(LOCAL_OWNER),
  head: () => store.head(owner.id),
  'the whole path': () => store.path(owner.id),
  'a path to a leaf': () => store.path(owner.id, message().id),
  'the last page': () => store.pathPage(owner.id, { limit: 100 }),
  'an earlier page': () => store.pathPage(owner.id, { limit: 100, before: message().id }),
  'the outline of the path': () => store.outline(owner.id),
  'the outline up to a message': () => store.outline(owner.id, message().id),
  'words in the path': () => store.findWords(owner.id, 'hello'),
  'one message': () => store.message(owner.id, message().id),
  'what stands beside a message': () => store.siblings(owner.id, message().id, 100),
  'the newest leaf': () => store.newestLeaf(owner.id, messages[9_000]?.id ?? ''),
  'the last message id': () => store.lastMessageId(owner.id),
  'tool calls': () => store.toolCalls(owner.id),
  events: () => store.events(owner.id),
  'the events of a turn': () => store.events(owner.id, { turn_id: 'turn_1' }),
  'the end of a turn': () => store.events(owner.id, { turn_id: 'turn_1', types: END_OF_TURN }),
  projections: () => store.projections(owner.id),
  'the projections of an answer': () =>
    store.projections(owner.id, { requests: ['request_1', 'request_2'], message_id: message().id }),
  'tool calls up to a message': () => store.toolCalls(owner.id, message().id),
  'one turn': () => store.turn(owner.id, 'turn_1'),
  'calls that were refused': () => store.refusedCalls(owner.id, 'demo:anthropic'),
  'the call before': () => store.callBefore(llmCallOf(owner)),
  'where messages stand': () =>
    store.siblingPlaces(
      owner.id,
      messages.slice(0, 100).map(({ id }) => id),
    ),
  'what turns took': () => store.turnTotals(owner.id, ['turn_1', 'turn_2']),
  'a key that was used': () => store.keptAnswer('session', 'key'),
  'keeping an answer': () => store.keepAnswer({ scope: 'session', key: 'kept', fingerprint: 'f', answer: {} }),
  'deleting a message, and undoing that': async () => {
    const { deletion_id } = (await store.deleteMessages(owner.id, message().id, 'message')) as TreeChange
    await store.restoreMessages(owner.id, deletion_id)
  },
  'deleting a branch, and undoing that': async () => {
    const { deletion_id } = (await store.deleteMessages(owner.id, messages[9_990]?.id ?? '', 'branch')) as TreeChange
    await store.restoreMessages(owner.id, deletion_id)
  },
  'removing what was deleted': () => store.removeDeletedMessages('2026-05-08T12:00:00.000000Z'),
  commit: () =>
    store.commit({
      session_id: owner.id,
      expect: { type: 'idle' },
      turn: { type: 'start', turn: turnOf(message()), lease: { owner: 'me', ms: 1 } },
      llm_calls: [llmCallOf(owner, { turn_id: 'turn_1' })],
      messages: [{ message: message(), parent_id: messages[4999]?.id ?? null }],
      tool_calls: [toolCallOf(message())],
      events: [eventOf(owner, 'turn.started', { message_id: message().id, content_hash: '' })],
      projections: [projectionOf(message())],
    }),
}

describe('a session of 10,000 messages', () => {
  test.each(Object.keys(ACTIONS))('needs no scan and no sort in memory for: %s', async (name) => {
    const statements = await statementsOf(ACTIONS[name] as () => Promise<unknown>)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const scans = (await planOf(statement)).filter(
        (step) =>
          // What moves out and back is put in its order, and that is not the session.
          (/^SCAN \w+/.test(step) || (/FOR ORDER BY/.test(step) && !statement.sql.includes('deletion_id'))) &&
          !/^SCAN (path|above|below|said|(tag|json_each|moved) VIRTUAL TABLE.*|\w+ USING INDEX \w+_pending)$/.test(
            step,
          ),
      )
      expect(scans, statement.sql).toEqual([])
    }
  })

  test('is asked once what all turns of a page took, of its own calls alone', async () => {
    const turnIds = Array.from({ length: 100 }, (_, n) => `turn_${n}`)
    const [statement, ...more] = await statementsOf(() => store.turnTotals(owner.id, turnIds))
    expect(more).toEqual([])
    const [step] = await planOf(statement as { sql: string; args: unknown[] })
    expect(step).toBe('SEARCH llm_calls USING INDEX idx_llm_calls_session (session_id=?)')
    expect(await statementsOf(() => store.turnTotals(owner.id, []))).toEqual([])
  })

  test('costs no more for a page than the page: the walk ends with it', async () => {
    const [statement, ...more] = await statementsOf(() => store.pathPage(owner.id, { limit: 100 }))
    expect(more).toEqual([])
    expect(statement?.sql).toMatch(/UNION ALL[^)]*LIMIT \?\s*\)/)
    expect(statement?.args).toContain(100)
    const page = await store.pathPage(owner.id, { limit: 100 })
    expect(page).toEqual({ items: chain(messages).slice(-100), next: messages.at(-100)?.id })
  })

  test('finds the children of a message by their index, and with as many statements for many of them', async () => {
    const parent = message().id
    const statements = await statementsOf(() => store.siblings(owner.id, messages[5001]?.id ?? '', 100))
    const [ids, ...rest] = statements
    expect(rest).toHaveLength(1)
    const plan = await planOf(ids as (typeof statements)[number])
    expect(plan).toContainEqual(
      expect.stringMatching(/INDEX idx_messages_session_parent \(session_id=\? AND parent_id=\?\)/),
    )
    const [down] = await statementsOf(() => store.newestLeaf(owner.id, parent))
    expect(await planOf(down as (typeof statements)[number])).toContainEqual(
      expect.stringMatching(/INDEX idx_messages_session_parent \(session_id=\? AND parent_id=\?\)/),
    )

    const many = Array.from({ length: 300 }, () => messageOf(owner))
    await store.commit({ session_id: owner.id, messages: many.flatMap((each) => chain([each], parent)) })
    expect(await statementsOf(() => store.siblings(owner.id, many[0]?.id ?? '', 100))).toHaveLength(2)
    expect(await store.siblings(owner.id, many[0]?.id ?? '', 100)).toMatchObject({ index: 1, offset: 0, total: 301 })
  })

  test('loses messages, and has them again, in one transaction each: nothing is half done where the process ends', async () => {
    const batch = vi.spyOn(store.client, 'batch')
    const deletion = await store.deleteMessages(owner.id, message().id, 'branch')
    expect(batch).toHaveBeenCalledTimes(1)
    await store.restoreMessages(owner.id, deletion?.deletion_id ?? '')
    // And what can be found is put into the index after it, as after a crash.
    const [, restored] = batch.mock.calls.map(([statements]) => JSON.stringify(statements))
    batch.mockRestore()
    for (const table of ['messages', 'tool_calls', 'turns', 'events', 'search_entries', 'deletions']) {
      expect(restored).toContain(table)
    }
  })

  test('is written to with one statement for each table, however much the step holds', async () => {
    const some = messages.slice(0, 50)
    const statements = await statementsOf(() =>
      store.commit({ session_id: owner.id, messages: chain(some), tool_calls: some.map((each) => toolCallOf(each)) }),
    )
    expect(statements.map(({ sql }) => sql.trim().split(/\s+/).slice(0, 3).join(' '))).toEqual([
      'insert into "messages"',
      'INSERT INTO search_entries',
      'INSERT OR REPLACE',
      'insert into "tool_calls"',
      'update "sessions" set',
    ])
  })
})

test('the list of sessions is read in the order of its index', async () => {
  for (let n = 0; n < 3; n += 1) await store.createSession(session(), [])
  const { next } = await store.sessions(LOCAL_OWNER, { limit: 1 })
  for (const cursor of [undefined, next ?? undefined]) {
    const [statement] = await statementsOf(() => store.sessions(LOCAL_OWNER, { cursor, limit: 1 }))
    const plan = await planOf(statement as { sql: string; args: unknown[] })
    const time = cursor === undefined ? '' : ' AND <expr>=? AND (updated_at,id)<(?,?)'
    expect(plan).toEqual([
      `SEARCH sessions USING INDEX idx_sessions_list (owner_id=? AND <expr>=? AND <expr>=?${time})`,
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH turns USING INDEX idx_turns_session (session_id=?)',
    ])
  }
})

test('recovery looks at what is unfinished, by indexes that hold nothing else, and needs as many statements for many turns', async () => {
  const interrupt = async (of: Session, parent_id: string | null) => {
    const asked = messageOf(of, { metadata: { turn_id: 'turn_2' } })
    const started = eventOf(of, 'turn.started', { message_id: asked.id, content_hash: '' }, { turn_id: 'turn_2' })
    const patch = { state: 'running', head_id: asked.id } as const
    await store.commit({ session_id: of.id, messages: chain([asked], parent_id), events: [started], patch })
  }
  // Not that of the other tests: a turn that one of them left open has neither a question nor an event of its own.
  const first = session()
  await store.createSession(first, [])
  await interrupt(first, null)
  const statements = await statementsOf(() => store.recover())
  expect(statements.length).toBeGreaterThan(5)
  const plans = await Promise.all(statements.map(planOf))
  const scans = plans
    .flat()
    .filter((step) => /^SCAN/.test(step) && !/^SCAN (interrupted|unfinished|open|found|cut_off|json_each)/.test(step))
  expect(scans).toHaveLength(2)
  for (const scan of scans) expect(scan).toMatch(/INDEX (idx_sessions_running|idx_messages_partial)$/)

  for (let n = 0; n < 20; n += 1) {
    const other = session()
    await store.createSession(other, [])
    await interrupt(other, null)
  }
  expect(await statementsOf(() => store.recover())).toHaveLength(statements.length)
})

test('every reference has an index that begins with its columns, so that deleting a session looks nothing up by scan', async () => {
  const names = async (sql: string, column: string) =>
    (await store.client.execute(sql)).rows.map((row) => String(row[column]))
  const tables = await names(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%REFERENCES%'`, 'name')
  expect(tables.sort()).toEqual([
    'attachment_owners',
    'auth_sessions',
    'briefs',
    'budget_holds',
    'budget_spending',
    'call_costs',
    'challenges',
    'credentials',
    'deleted_events',
    'deleted_messages',
    'deleted_tool_calls',
    'deleted_turns',
    'deleted_wire_answers',
    'deletions',
    'events',
    'import_items',
    'invitations',
    'messages',
    'projections',
    'search_entries',
    'sessions',
    'share_files',
    'share_people',
    'shares',
    'team_members',
    'tool_calls',
    'turns',
    'wire_answers',
  ])
  for (const table of tables) {
    const keys = (await store.client.execute(`PRAGMA foreign_key_list(${table})`)).rows
    const indexes = await names(`PRAGMA index_list(${table})`, 'name')
    const indexed = await Promise.all(indexes.map((index) => names(`PRAGMA index_info("${index}")`, 'name')))
    for (const id of new Set(keys.map((key) => key.id))) {
      const columns = keys.filter((key) => key.id === id).map((key) => String(key.from))
      // The primary key alone finds the one row of a session that can name a message.
      const wanted = table === 'sessions' ? ['id'] : columns
      const covered = indexed.some((index) => wanted.every((column) => index.slice(0, wanted.length).includes(column)))
      expect(covered, `${table} (${columns})`).toBe(true)
    }
  }
})

test('a reprice finds the calls of a page by their time, and its costs by theirs, however many there are', async () => {
  const reprices = openReprices({ client: store.client, url })
  const reader = openBilledCalls({ client: store.client, url })
  const reprice = repriceOf()
  const [after, reached] = [
    { at: parseTimestamp(reprice.from), id: '' },
    { at: parseTimestamp(reprice.to), id: '' },
  ]
  const cost = { call_id: 'call', cost_usd: '1', cost_picousd: 1n, cost_state: 'exact' as const, is_other: true }
  const page = { ...reprice, after, reached, calls: 1, costs: [cost], ended_at: null }
  const steps = [
    () => reprices.begin(reprice),
    () => reader.page(after, reached, 500),
    () => reprices.apply(page),
    () => reprices.beginRevert(reprice.id),
    () => reprices.revertPage(reprice.id, 500, reprice.to),
  ]
  for (const step of steps) {
    for (const statement of await statementsOf(step)) {
      const plan = await planOf(statement)
      const scans = plan.filter((line) => /^SCAN \w+/.test(line))
      // Of one reprice there may be a million.
      expect(plan.join('\n')).not.toContain('SEARCH repriced USING INDEX idx_call_costs_reprice')
      expect(
        scans.filter((line) => !/^SCAN (change|held|(json_each|other|tools) VIRTUAL TABLE.*)$/.test(line)),
        statement.sql,
      ).toEqual([])
    }
  }
})

test('a link finds its share by the hash of its token, a view is one row, and nothing of it reads all shares', async () => {
  const shares = openShares({ client: store.client, url })
  const at = '2026-11-23T12:00:00.000000Z'
  const opening = { token_hash: 'aa', person_id: 'ada', at }
  const publication = {
    title: null,
    content: {} as never,
    snapshot: {},
    snapshot_hash: '',
    messages: 1,
    published_at: at,
  }
  const files = [{ hash: 'aa', media_type: 'image/webp', bytes: new Uint8Array([1]) }]
  const share = { id: 'share', session_id: owner.id, owner_id: 'local', token_hash: 'aa', nonce: '', password: null }
  const rest = { audience: 'link' as const, people: [], shows_title: false, expires_at: null, max_views: null }
  const steps = [
    () => shares.add({ ...publication, ...share, ...rest, files }),
    () => shares.opened({ ...opening, viewed_since: null }),
    () => shares.opened({ ...opening, viewed_since: at }),
    () => shares.countView('share', at),
    () => shares.snapshot('share'),
    () => shares.file('share', 'aa'),
    () => shares.list('local'),
    () => shares.find('local', 'share'),
    () => shares.republish('local', 'share', { ...publication, files }, null),
    () => shares.revoke('local', 'share', at),
  ]
  for (const step of steps) {
    for (const statement of await statementsOf(step)) {
      const scans = (await planOf(statement)).filter((line) => /^SCAN \w+/.test(line))
      expect(
        scans.filter((line) => !/^SCAN (json_each|CONSTANT)/.test(line)),
        statement.sql,
      ).toEqual([])
    }
  }
})
