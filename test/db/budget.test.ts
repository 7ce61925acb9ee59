import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBudgets } from '#db/budget.ts'
import type { SharedClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import type { Budget } from '#lib/budgets/budget.ts'
import { newId } from '#lib/canonical/id.ts'
import { toPicoDollars } from '#lib/canonical/pico-dollars.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { BudgetShare, BudgetStore } from '#lib/store/budget-store.ts'
import type { Store } from '#lib/store/store.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { budgetOf } from '../support/budget-builder.ts'
import { BACKENDS } from '../support/database.ts'
import { chain, llmCallOf, messageOf, session, turnOf } from '../support/session-builder.ts'

const TODAY = '2026-11-23T00:00:00.000000Z'
const since = parseTimestamp(TODAY)
const NOON = since + 43_200_000_000

const usd = (dollars: string) => toPicoDollars(dollars) ?? 0n

const newBudget = (fields: Partial<Budget> = {}) => budgetOf({ id: newId(), ...fields })

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`budgets in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    const owner = session()
    let store: Store
    let client: SharedClient
    let budgets: BudgetStore

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      const opened = await openStore(database)
      store = opened
      client = opened.client
      stack.defer(() => opened.close())
      budgets = openBudgets({ client, url: database.url })
      await store.createSession(owner, [])
    })
    afterAll(() => stack.disposeAsync())
    beforeEach(() => client.batch(['DELETE FROM budgets', 'DELETE FROM llm_calls'], 'write'))

    const write = (...calls: LlmCall[]) => store.commit({ session_id: owner.id, llm_calls: calls })
    const running = (fields: Partial<LlmCall> = {}) =>
      llmCallOf(owner, {
        id: newId(),
        turn_id: 'turn',
        attempt: 1,
        started_at: '2026-11-23T12:00:00.000000Z',
        outcome: 'running',
        usage: null,
        cost_usd: null,
        pricing_version: null,
        cost_state: null,
        ...fields,
      })
    const ended = (call: LlmCall, cost_usd: string | null, fields: Partial<LlmCall> = {}): LlmCall => ({
      ...call,
      outcome: 'completed',
      usage: { input_tokens: 10, output_tokens: 5, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
      cost_usd,
      pricing_version: cost_usd === null ? null : 'one',
      cost_state: cost_usd === null ? 'unpriced' : 'exact',
      ...fields,
    })
    const shareOf = ({ id }: Budget, subject = ''): BudgetShare => ({ budget_id: id, subject, starts_at: since })
    const hold = (budget: Budget, hold_id: string, amount: string, { at = NOON, subject = '', passes = false } = {}) =>
      budgets.hold({
        hold_id,
        at,
        amount: usd(amount),
        shares: [{ ...shareOf(budget, subject), limit: usd(budget.limit_usd), passes }],
      })
    const standing = async (budget: Budget, subject = '') => {
      const [found] = await budgets.standings([shareOf(budget, subject)])
      return (
        found && { spent: found.spent, uncertain: found.uncertain, held: found.held, unpriced: found.unpriced_calls }
      )
    }
    const added = async (fields: Partial<Budget> = {}) => {
      const budget = newBudget(fields)
      expect(await budgets.add(budget, since)).toBe('added')
      return budget
    }

    test('come back as they were made, and may be changed and removed', async () => {
      const budget = await added({ scope: 'person', person_id: 'ada', route_to: 'demo:small' })
      expect(await budgets.list()).toEqual([budget])
      const changed = { ...budget, limit_usd: '2.5', route_to: null, allows_unpriced: true }
      expect(await budgets.change(budget.id, { limit_usd: '2.5', route_to: null, allows_unpriced: true })).toEqual(
        changed,
      )
      expect(await budgets.change(budget.id, {})).toEqual(changed)
      expect(await budgets.change('none', { limit_usd: '1' })).toBeNull()
      expect(await budgets.remove(budget.id)).toBe(true)
      expect(await budgets.remove(budget.id)).toBe(false)
      expect(await budgets.list()).toEqual([])
    })

    test('of one kind exist once for each day and month', async () => {
      await added()
      expect(await budgets.add(newBudget(), since)).toBe('taken')
      await added({ period: 'month' })
      await added({ scope: 'person' })
      await added({ scope: 'person', person_id: 'ada' })
      expect(await budgets.add(newBudget({ scope: 'person', person_id: 'ada' }), since)).toBe('taken')
    })

    test('find what was spent since their day began, and settle what runs when they are made', async () => {
      const early = { started_at: '2026-11-22T23:59:59.999999Z', turn_id: 'yesterday' }
      await write(ended(running(early), '5', early))
      await write(
        ended(running({ started_by: 'ada' }), '0.25'),
        ended(running({ started_by: 'bob' }), '0.000000000001'),
      )
      await write(ended(running({ started_by: 'ada' }), null))
      const open = running({ started_by: 'ada', turn_id: 'open' })
      await write(open)
      const all = await added()
      const each = await added({ scope: 'person' })
      const bob = await added({ scope: 'person', person_id: 'bob' })
      const nothing = { uncertain: 0n, held: 0n, unpriced: 0 }
      expect(await standing(all)).toEqual({ ...nothing, spent: usd('0.250000000001'), unpriced: 1 })
      expect(await standing(each, 'ada')).toEqual({ ...nothing, spent: usd('0.25'), unpriced: 1 })
      expect(await standing(each, 'bob')).toEqual({ ...nothing, spent: 1n })
      expect(await standing(bob)).toEqual({ ...nothing, spent: 1n })
      await write(ended(open, '0.5'))
      expect((await standing(all))?.spent).toBe(usd('0.750000000001'))
      expect((await standing(each, 'ada'))?.spent).toBe(usd('0.75'))
      expect((await standing(bob))?.spent).toBe(1n)
      const found = await budgets.everybody(each.id, since, 10)
      expect(found.standings.map(({ subject, spent }) => [subject, spent])).toEqual([
        ['ada', usd('0.75')],
        ['bob', 1n],
      ])
      expect(found.count).toBe(2)
      expect(await budgets.everybody(each.id, since, 1)).toMatchObject({ standings: [{ subject: 'ada' }], count: 2 })
      expect(await budgets.everybody(each.id, NOON, 1)).toEqual({ standings: [], count: 0 })
    })

    test('of a team find what those spent who are in it now, together or each', async () => {
      await write(...['ada', 'bob', 'eve'].map((started_by) => ended(running({ started_by }), '0.25')))
      await client.migrate([
        `INSERT INTO users (id, email, email_key, name, role, created_at) VALUES ('ada', 'a', 'a', 'Ada', 'member', 1),
          ('bob', 'b', 'b', 'Bob', 'member', 1), ('eve', 'e', 'e', 'Eve', 'member', 1)`,
        `INSERT INTO teams (id, name, name_key, created_at) VALUES ('red', 'Red', 'red', 1)`,
        `INSERT INTO team_members (team_id, user_id) VALUES ('red', 'ada'), ('red', 'bob')`,
      ])
      const team = await added({ scope: 'team', team_id: 'red' })
      const each = await added({ scope: 'member', team_id: 'red' })
      const one = await added({ scope: 'member', team_id: 'red', person_id: 'ada' })
      expect((await standing(team))?.spent).toBe(usd('0.5'))
      expect((await standing(one))?.spent).toBe(usd('0.25'))
      const { standings } = await budgets.everybody(each.id, since, 10)
      expect(standings.map(({ subject }) => subject)).toEqual(['ada', 'bob'])
      await client.batch(['DELETE FROM team_members', 'DELETE FROM teams', 'DELETE FROM users'], 'write')
    })

    test('begin in the middle of a day of UTC with exactly what came after', async () => {
      const at = (started_at: string) => ended(running({ started_at, started_by: 'ada' }), '0.125')
      await write(
        at('2026-11-22T22:59:59.999999Z'),
        at('2026-11-22T23:00:00.000000Z'),
        at('2026-11-23T08:00:00.000000Z'),
      )
      const berlin = parseTimestamp('2026-11-22T23:00:00.000000Z')
      for (const fields of [{}, { scope: 'person' }, { scope: 'person', person_id: 'ada' }] as const) {
        const budget = newBudget({ ...fields, time_zone: 'Europe/Berlin' })
        await budgets.add(budget, berlin)
        const subject = budget.scope === 'person' && budget.person_id === null ? 'ada' : ''
        const [found] = await budgets.standings([{ budget_id: budget.id, subject, starts_at: berlin }])
        expect(found?.spent).toBe(usd('0.25'))
      }
    })

    test('hold an estimate until the call has ended, and then what it came to', async () => {
      const budget = await added()
      expect((await hold(budget, 'turn', '0.4')).held).toBe(true)
      expect(await standing(budget)).toMatchObject({ spent: 0n, held: usd('0.4') })
      const call = running()
      await write(call)
      expect(await standing(budget)).toMatchObject({ spent: 0n, held: usd('0.4') })
      await write(ended(call, '0.123456789012'))
      expect(await standing(budget)).toEqual({ spent: usd('0.123456789012'), uncertain: 0n, held: 0n, unpriced: 0 })
      // The next call of the same turn.
      expect((await hold(budget, 'turn', '0.3')).held).toBe(true)
      const second = running()
      await write(second)
      await write(ended(second, '0.1', { cost_state: 'partial' }))
      expect(await standing(budget)).toEqual({ spent: usd('0.223456789012'), uncertain: 0n, held: 0n, unpriced: 1 })
    })

    test('refuse what is more than is left, whoever asks first, and hold nothing of it', async () => {
      const budget = await added()
      const asked = Array.from({ length: 20 }, (_, n) => hold(budget, `turn_${n}`, '0.3'))
      const answers = await Promise.all(asked)
      expect(answers.filter(({ held }) => held)).toHaveLength(3)
      expect(answers.find(({ held }) => !held)?.standings).toMatchObject([{ spent: 0n, held: usd('0.9') }])
      expect(await standing(budget)).toMatchObject({ held: usd('0.9') })
      expect((await hold(budget, 'exact', '0.1')).held).toBe(true)
      expect((await hold(budget, 'cent', '0.000000000001')).held).toBe(false)
      expect((await hold(budget, 'free', '0')).held).toBe(true)
      expect((await hold(budget, 'allowed', '0.5', { passes: true })).held).toBe(true)
      expect(await standing(budget)).toMatchObject({ held: usd('1.5') })
    })

    test('hold of all of them or of none', async () => {
      const [wide, narrow] = [await added({ limit_usd: '10' }), await added({ scope: 'person', limit_usd: '0.1' })]
      const shares = [
        { ...shareOf(wide), limit: usd('10'), passes: false },
        { ...shareOf(narrow, 'ada'), limit: usd('0.1'), passes: false },
      ]
      expect((await budgets.hold({ hold_id: 'a', at: NOON, amount: usd('0.2'), shares })).held).toBe(false)
      expect(await standing(wide)).toMatchObject({ held: 0n })
      expect((await budgets.hold({ hold_id: 'a', at: NOON, amount: usd('0.1'), shares })).held).toBe(true)
      expect(await standing(wide)).toMatchObject({ held: usd('0.1') })
      expect(await standing(narrow, 'ada')).toMatchObject({ held: usd('0.1') })
      expect(await standing(narrow, 'bob')).toMatchObject({ held: 0n })
    })

    test('hold again for another attempt, and count what nobody saw the end of as it was expected', async () => {
      const budget = await added()
      await hold(budget, 'turn', '0.4')
      const first = running({ request_id: 'request' })
      await write(first)
      const failed = { ...first, outcome: 'failed', error_class: 'server_error', cost_state: 'unknown' } as const
      const second = running({ attempt: 2, request_id: 'request' })
      await write(failed, second)
      expect(await standing(budget)).toEqual({
        spent: usd('0.4'),
        uncertain: usd('0.4'),
        held: usd('0.4'),
        unpriced: 0,
      })
      await write(ended(second, '0.01'))
      expect(await standing(budget)).toEqual({ spent: usd('0.41'), uncertain: usd('0.4'), held: 0n, unpriced: 0 })
    })

    test('are settled by the recovery from a crash: a call that was cut off counts as it was expected', async () => {
      const budget = await added()
      const chat = session({ id: newId() })
      await store.createSession(chat, [])
      const question = messageOf(chat)
      const turn = turnOf(question)
      await hold(budget, turn.id, '0.4')
      const call = { ...running({ turn_id: turn.id }), session_id: chat.id }
      await store.commit({
        session_id: chat.id,
        turn: { type: 'start', turn, lease: { owner: 'gone', ms: -1 } },
        messages: chain([question]),
        llm_calls: [call],
        patch: { state: 'running', head_id: question.id },
      })
      expect(await store.recover({ session_ids: [chat.id], owner: 'here' })).toHaveLength(1)
      expect(await standing(budget)).toEqual({ spent: usd('0.4'), uncertain: usd('0.4'), held: 0n, unpriced: 0 })
    })

    test('hold nothing for a turn that has ended, or has gone with its chat, before it called a model', async () => {
      const budget = await added()
      const chat = session({ id: newId() })
      await store.createSession(chat, [])
      const question = messageOf(chat)
      const [one, two] = [turnOf(question), turnOf(question, { lane: 1 })]
      await hold(budget, one.id, '0.3')
      await hold(budget, two.id, '0.2')
      const lease = { owner: 'here', ms: 60_000 }
      await store.commit({
        session_id: chat.id,
        turn: { type: 'start', turn: one, lease },
        beside: [{ type: 'start', turn: two, lease }],
        messages: chain([question]),
      })
      const ended_at = '2026-11-23T12:00:01.000000Z'
      await store.commit({ session_id: chat.id, turn: { type: 'end', id: one.id, state: 'cancelled', ended_at } })
      expect(await standing(budget)).toMatchObject({ spent: 0n, held: usd('0.2') })
      await store.deleteSession(chat.id)
      expect(await standing(budget)).toMatchObject({ spent: 0n, held: 0n })
    })

    test('count a refused call as nothing', async () => {
      const budget = await added()
      await hold(budget, 'turn', '0.4')
      const call = running()
      await write(call)
      await write({ ...call, outcome: 'failed', error_class: 'auth', provider_status: 401 })
      expect(await standing(budget)).toEqual({ spent: 0n, uncertain: 0n, held: 0n, unpriced: 0 })
    })

    test('hold for a request that is part of no turn', async () => {
      const budget = await added()
      await hold(budget, 'request', '0.4')
      const call = running({ turn_id: null, message_id: null, request_id: 'request' })
      await write(call)
      await write(ended(call, '0.02'))
      expect(await standing(budget)).toMatchObject({ spent: usd('0.02'), held: 0n })
    })

    test('forget what is released, what was never called, and what is settled long ago', async () => {
      const budget = await added()
      await hold(budget, 'released', '0.4')
      await budgets.release(['released'])
      expect(await standing(budget)).toMatchObject({ held: 0n })
      await hold(budget, 'orphan', '0.5')
      expect((await hold(budget, 'later', '0.9', { at: NOON + 3_599_000_000 })).held).toBe(false)
      expect((await hold(budget, 'later', '0.9', { at: NOON + 3_601_000_000 })).held).toBe(true)
      const { rows } = await client.execute('SELECT hold_id FROM budget_holds')
      expect(rows.map(({ hold_id }) => hold_id)).toEqual(['later'])
    })
  })
}
