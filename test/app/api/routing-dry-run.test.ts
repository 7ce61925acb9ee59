import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as dry from '#app/api/admin/routing/dry-run/route.ts'
import type { RouteChange } from '#lib/api/routing-dry-run.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { temporaryFolder } from '#test/support/database.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let metis: Installation

const serve = (given: Installation | undefined) =>
  Object.assign(globalThis, { metisServer: given && Promise.resolve({ ...given, version: 'test' }) })

beforeAll(async () => {
  folder = await temporaryFolder()
  const env = readEnv({ METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error' })
  metis = await openInstallation(env, { checksContract: true })
  serve(metis)
})
afterAll(async () => {
  serve(undefined)
  await metis.close()
  await folder[Symbol.asyncDispose]()
})

const dryRun = (text: string, said: object = {}) => askRoute(dry.POST, 'POST', { body: { text, ...said } })

/** Stopped at once: what it was asked is what counts here. */
async function ask(sessionId: string, text: string, principal: Principal = LOCAL_OWNER, model?: string) {
  const { turn_id } = await metis.turns.start(principal, sessionId, { content: [{ type: 'text', text }], model })
  await metis.turns.stop(sessionId)
  return turn_id
}

const RULE = (when: string, use = 'demo:openai') => `rules: [{ name: it, when: ${when}, use: '${use}' }]\n`

describe('a text of rules', () => {
  test('is checked without looking at any turn, and is not saved', async () => {
    expect(await dryRun(RULE('{}'), { turns: 0 })).toEqual({
      status: 200,
      body: {
        hints: [],
        message: null,
        looked_at: 0,
        unchanged: 0,
        not_affected: 0,
        changes: [],
        cost_before: '0',
        cost_after: '0',
        unpriced_before: 0,
        unpriced_after: 0,
        as_now: [],
      },
    })
    expect(metis.rules.current().version).toBe(0)
  })

  test('that cannot hold is refused with the line and the reason of each fault', async () => {
    const { status, body } = await dryRun('rules:\n  - name: it\n    when: { message_like: x }\n    use: demo:gone\n')
    expect(status).toBe(422)
    expect(body.error.code).toBe('invalid_rules')
    expect(body.error.details).toMatchObject({ line: 3, faults: [{ line: 3 }] })
    expect(body.error.details.reason).toContain('message_like')
  })

  test('is told of as it would be when it is saved: a rule that an earlier one always shadows', async () => {
    const text = `rules:\n  - { name: all, when: {}, use: demo }\n  - { name: never, when: { has_images: true }, use: demo }\n`
    const { body } = await dryRun(text, { turns: 0 })
    expect(body.hints).toEqual([
      expect.objectContaining({ line: 3, problem: expect.stringContaining('all before it') }),
    ])
  })
})

describe('a message', () => {
  const CONDITION =
    "{ any_of: [{ message_contains_any: [refactor] }, { has_images: true, estimated_input_tokens_lt: 1000 }], not: { message_matches: '^Never' } }"

  test('says what it would be answered by, by which rule, and which part of it held', async () => {
    const { body } = await dryRun(RULE(CONDITION), { turns: 0, message: { text: 'Please refactor' } })
    const { chain, rules, ...decided } = body.message
    expect(decided).toMatchObject({ chosen_model: 'demo:openai', mode: 'rule', rule: 'it', reason: 'rule it' })
    expect(chain.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'not_applicable',
      'not_applicable',
      'chose',
      'not_applicable',
      'not_applicable',
      'not_applicable',
      'deferred',
    ])
    const part = (says: string, value: unknown, holds: boolean, depth: number) => ({ says, value, holds, depth })
    expect(rules).toEqual([
      {
        name: 'it',
        model: 'demo:openai',
        holds: true,
        because: [
          part('any_of', null, true, 0),
          part('message_contains_any', ['refactor'], true, 1),
          part('all_of', null, false, 1),
          part('estimated_input_tokens_lt', 1_000, true, 2),
          part('has_images', true, false, 2),
          part('not', null, true, 0),
          part('message_matches', '^Never', false, 1),
        ],
      },
    ])
  })

  test('goes the rest of the chain where no rule holds, and then too each rule says why', async () => {
    const { body } = await dryRun(RULE(CONDITION), { turns: 0, message: { text: 'Hello' } })
    expect(body.message).toMatchObject({ chosen_model: 'demo:anthropic', mode: 'default', rule: null })
    expect(body.message.rules).toMatchObject([{ name: 'it', holds: false }])
  })

  test('is said in a chat of one’s own, with its history, its folder and its model', async () => {
    const id = await metis.sessions.create(LOCAL_OWNER, {})
    await metis.sessions.change(LOCAL_OWNER, id, { folder: 'Work' })
    const inChat = (rules: string) => dryRun(rules, { turns: 0, message: { text: 'Hello', session_id: id } })
    expect((await inChat(RULE('{ workspace_path_matches: work }'))).body.message).toMatchObject({ rule: 'it' })
    await metis.sessions.change(LOCAL_OWNER, id, { active_model: 'demo:anthropic' })
    expect((await inChat(RULE('{}'))).body.message).toMatchObject({ chosen_model: 'demo:anthropic', mode: 'manual' })
    expect(await dryRun('', { message: { text: 'Hello', session_id: 'no-such-chat' } })).toMatchObject({ status: 404 })
  })

  test('that names a model which is not there is refused', async () => {
    const answer = await dryRun('', { message: { text: '@demo:nobody Hello' } })
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'unknown_model' } } })
  })
})

describe('the turns of the past', () => {
  let first: string
  let second: string
  let chat: string
  let other: string

  beforeAll(async () => {
    chat = await metis.sessions.create(LOCAL_OWNER, {})
    const begun = await metis.turns.start(LOCAL_OWNER, chat, {
      content: [{ type: 'text', text: 'Refactor the parser' }],
    })
    first = begun.turn_id
    await metis.turns.idle()
    await ask(chat, 'Thank you')
    await ask(chat, 'Refactor it by this one', LOCAL_OWNER, 'demo:anthropic')
    const somebody: Principal = { id: 'somebody', role: 'member', teams: [] }
    other = await metis.sessions.create(somebody, {})
    await ask(other, 'Refactor mine', somebody)
    second = await ask(chat, 'Once more: refactor')
  })

  const changed = async (text: string, said?: object) => (await dryRun(text, said)).body

  test('are as they were under the rules that held', async () => {
    expect(await changed('')).toMatchObject({ looked_at: 5, unchanged: 4, not_affected: 1, changes: [] })
  })

  test('change where a rule holds, each with its cost here and there, and others’ chats without their ids', async () => {
    const body = await changed(RULE('{ message_contains_any: [refactor] }'))
    expect(body).toMatchObject({ looked_at: 5, unchanged: 1, not_affected: 1, as_now: [] })
    const change = { before: 'demo:anthropic', after: 'demo:openai', rule: 'it', reason: 'rule it' }
    expect(body.changes).toMatchObject([
      { ...change, turn_id: second, session_id: chat },
      { ...change, turn_id: null, session_id: null },
      { ...change, turn_id: first, session_id: chat },
    ])
    expect(JSON.stringify(body)).not.toContain(other)
    const saved = (key: 'cost_before' | 'cost_after') =>
      body.changes.map((each: RouteChange) => Number(each[key])).reduce((sum: number, usd: number) => sum + usd, 0)
    expect(saved('cost_before')).toBeGreaterThan(0)
    expect(Number(body.cost_after) - Number(body.cost_before)).toBeCloseTo(
      saved('cost_after') - saved('cost_before'),
      12,
    )
  })

  test('cost the same tokens at the price of the other model', async () => {
    const { changes } = await changed(RULE('{}'))
    const ended = await metis.store.events(chat, { turn_id: first, types: ['llm.call_completed'] })
    const bills = ended.flatMap(({ type, payload, timestamp }) =>
      type === 'llm.call_completed'
        ? [metis.models.bill(payload.usage, metis.models.answered('demo:openai', 'demo:openai'), timestamp)]
        : [],
    )
    expect(bills.map(({ cost_usd }) => cost_usd)).toEqual([changes.at(-1).cost_after])
    expect(changes.at(-1)).not.toMatchObject({ cost_before: changes.at(-1).cost_after })
  })

  test('are as many as one asks for', async () => {
    expect(await changed(RULE('{}'), { turns: 1 })).toMatchObject({ looked_at: 1, changes: [{ turn_id: second }] })
    expect(await dryRun('', { turns: 1_001 })).toMatchObject({ status: 400 })
  })

  test('ask for what a conversation held before the question, and not for what came later', async () => {
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const id = await metis.sessions.create(LOCAL_OWNER, {})
    await ask(id, 'Before the picture')
    const { turn_id } = await metis.turns.start(LOCAL_OWNER, id, {
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: picture } },
      ],
    })
    await metis.turns.stop(id)
    const after = await ask(id, 'And now?')
    const { changes } = await changed(RULE('{ has_images: true }'), { turns: 3 })
    expect(changes.map((each: RouteChange) => each.turn_id)).toEqual([after, turn_id])
  })

  test('say what they take as it is now', async () => {
    const body = await changed(RULE('{ any_of: [{ cost_today_exceeds_usd: 1000 }, { workspace_path_matches: a }] }'))
    expect(body.as_now).toEqual(['workspace_path_matches', 'cost_today_exceeds_usd'])
  })

  test('ask for the time at which they were said', async () => {
    const minute = (offset: number) => new Date(Date.now() + offset * 60_000).toISOString().slice(11, 16)
    const within = await changed(RULE(`{ time_of_day_between: ['${minute(-30)}', '${minute(30)}'] }`), { turns: 1 })
    expect(within.changes).toHaveLength(1)
    const outside = await changed(RULE(`{ time_of_day_between: ['${minute(30)}', '${minute(-30)}'] }`), { turns: 1 })
    expect(outside.changes).toHaveLength(0)
  })
})

test('a text of rules may be sent by itself, as it would be saved', async () => {
  const ask = (text: string) =>
    dry.POST(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { host: 'localhost', 'content-type': 'application/yaml' },
        body: text,
      }),
      { params: Promise.resolve({}) as never },
    )
  const fine = await ask(RULE('{}'))
  expect([fine.status, Object.keys(await fine.json())]).toEqual([200, expect.arrayContaining(['changes'])])
  const bad = await ask('rules: {')
  expect([bad.status, (await bad.json()).error.details]).toMatchObject([422, { line: expect.any(Number) }])
})
