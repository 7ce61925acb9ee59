import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { openUsage } from '#db/usage.ts'
import type { Session } from '#lib/canonical/session.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import type { UsageStore } from '#lib/store/usage-store.ts'
import { temporaryFolder } from '../support/database.ts'
import { llmCallOf, messageOf, NOON, session, turnOf } from '../support/session-builder.ts'

const stack = new AsyncDisposableStack()
let store: Awaited<ReturnType<typeof openStore>>
let usage: UsageStore

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder())
  const url = localDatabaseUrl(folder.path)
  store = await openStore({ url })
  stack.defer(() => store.close())
  usage = openUsage({ client: store.client, url })
})
afterAll(() => stack.disposeAsync())

const minute = (n: number) => `2026-05-08T12:${String(n).padStart(2, '0')}:00.000000Z`
const wrote = (output_tokens: number) => ({
  input_tokens: 10,
  output_tokens,
  cached_input_tokens: 200,
  cache_creation_input_tokens: 3_000,
})

/** A turn with these calls, each a minute after the one before. */
async function turn(owner: Session, calls: readonly Partial<LlmCall>[], at = 0) {
  const question = messageOf(owner)
  const record = turnOf(question)
  const made = calls.map((call, n) => llmCallOf(owner, { turn_id: record.id, started_at: minute(at + n), ...call }))
  await store.commit({
    session_id: owner.id,
    turn: { type: 'start', turn: record, lease: { owner: 'me', ms: 1 } },
    messages: [{ message: question, parent_id: null }],
    llm_calls: made,
  })
  await store.commit({ session_id: owner.id, turn: { type: 'end', id: record.id, state: 'completed', ended_at: NOON } })
}

async function chat(): Promise<Session> {
  const owner = session()
  await store.createSession(owner, [])
  return owner
}

const call = (output_tokens: number, tool_uses = {}) => ({
  model: 'demo:test',
  input_tokens: 3_210,
  output_tokens,
  tool_uses,
})

describe('the answered turns of a chat', () => {
  test('are its newest, with their calls in the order in which they were made', async () => {
    const owner = await chat()
    await turn(owner, [{ usage: wrote(1) }])
    await turn(owner, [{ usage: { ...wrote(2), tool_uses: { web_search: 3 } } }, { usage: wrote(3) }])
    await turn(owner, [{ usage: wrote(4) }])
    const elsewhere = await chat()
    await turn(elsewhere, [{ usage: wrote(5) }])
    expect(await usage.answeredTurns({ session: owner.id }, 2)).toEqual([
      [call(4)],
      [call(2, { web_search: 3 }), call(3)],
    ])
  })

  test('are those that came to an end: an attempt that was made again is no reason against one', async () => {
    const owner = await chat()
    await turn(owner, [
      { outcome: 'failed', usage: null },
      { attempt: 2, usage: wrote(1) },
    ])
    await turn(owner, [{ usage: wrote(2) }, { outcome: 'failed', usage: null }])
    await turn(owner, [{ usage: wrote(3) }, { outcome: 'cancelled', usage: wrote(4) }])
    await turn(owner, [{ outcome: 'running', usage: null }])
    await turn(owner, [{ usage: null }])
    expect(await usage.answeredTurns({ session: owner.id }, 50)).toEqual([[call(1)]])
  })

  test('are told without those that are damaged', async () => {
    const owner = await chat()
    await turn(owner, [{ usage: wrote(1) }])
    await turn(owner, [{ usage: wrote(77) }])
    await store.client.execute(`UPDATE llm_calls SET output_tokens = -1, tool_uses_json = '{' WHERE output_tokens = 77`)
    expect(await usage.answeredTurns({ session: owner.id }, 50)).toEqual([[call(1)]])
  })
})

describe('the answered turns of a person', () => {
  test('are those with a model since a moment, in whichever chat, deleted ones too', async () => {
    const model_asked = 'demo:one-of-many'
    const [one, another] = [await chat(), await chat()]
    await turn(one, [{ model_asked, usage: wrote(1) }], 1)
    await turn(one, [{ model_asked, usage: wrote(2) }], 3)
    await turn(
      another,
      [
        { model_asked, usage: wrote(3) },
        { model_asked, usage: wrote(4) },
      ],
      4,
    )
    await turn(another, [{ model_asked, usage: wrote(5), started_by: 'somebody' }], 5)
    await turn(another, [{ usage: wrote(6) }], 6)
    await store.deleteSession(another.id)
    const of = { user: 'local', model: model_asked, since: parseTimestamp(minute(2)) }
    const turns = await usage.answeredTurns(of, 50)
    expect(turns.map((calls) => calls.map(({ output_tokens }) => output_tokens))).toEqual([[3, 4], [2]])
    expect(await usage.answeredTurns(of, 1)).toHaveLength(1)
  })
})

test.each([
  [{ session: 'S' }, ['idx_turns_session', 'idx_llm_calls_turn']],
  [{ user: 'local', model: 'demo:test', since: 0 }, ['idx_llm_calls_model', 'idx_llm_calls_turn']],
])('answered turns are found by their indexes, however much is in the store: %j', async (of, indexes) => {
  const execute = vi.spyOn(store.client, 'execute')
  await usage.answeredTurns(of, 50)
  const [statement] = execute.mock.calls.map(([sent]) => sent as unknown as { sql: string; args: [] })
  execute.mockRestore()
  const { rows } = await store.client.execute({ ...statement, sql: `EXPLAIN QUERY PLAN ${statement?.sql}` } as never)
  const plan = rows.map(({ detail }) => String(detail))
  for (const index of indexes) expect(plan.join('\n')).toContain(index)
  expect(plan.filter((step) => /^SCAN (llm_calls|turns)/.test(step))).toEqual([])
})
