import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { recoverTurns } from '#db/recovery.ts'
import { openStore } from '#db/store.ts'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { isUnmetExpectation, type LlmCall, type TurnRecord } from '#lib/store/turn-record.ts'
import { BACKENDS } from '../support/database.ts'
import { ANSWERED, chain, llmCallOf, messageOf, NOON, session, turnOf } from '../support/session-builder.ts'

const LEASE = { owner: 'this process', ms: 60_000 }

const USAGE: TokenUsage = { input_tokens: 1, output_tokens: 2, cached_input_tokens: 3, cache_creation_input_tokens: 4 }

describe.each(BACKENDS.filter(({ missing }) => !missing))('in $name', (backend) => {
  const stack = new AsyncDisposableStack()
  let store: Awaited<ReturnType<typeof openStore>>

  beforeAll(async () => {
    store = await openStore(stack.use(await backend.open()))
    stack.defer(() => store.close())
  })

  afterAll(() => stack.disposeAsync())

  async function created() {
    const owner = session()
    await store.createSession(owner, [])
    return owner
  }

  /** A session with a turn in it that `owner` runs. */
  async function started(fields: Partial<TurnRecord> = {}) {
    const { id } = await created()
    const question = messageOf({ id })
    const turn = turnOf(question, fields)
    await store.commit({
      session_id: id,
      expect: { type: 'idle' },
      turn: { type: 'start', turn, lease: LEASE },
      messages: chain([question]),
      patch: { state: 'running', head_id: question.id },
    })
    return { session_id: id, turn, question }
  }

  describe('the calls of models', () => {
    test('come back as they were, in the order in which they were begun', async () => {
      const owner = await created()
      const first = llmCallOf(owner, {
        usage: { ...USAGE, cache_creation_1h_input_tokens: 2, reasoning_tokens: 1, estimated: true },
        message_id: 'message_1',
        turn_id: 'turn_1',
      })
      const second = llmCallOf(owner, {
        started_at: '2026-05-08T12:00:01.000001Z',
        attempt: 2,
        outcome: 'failed',
        usage: null,
        cost_usd: null,
        pricing_version: null,
        model_served: null,
        latency_ms: null,
        time_to_first_token_ms: null,
        stop_reason: null,
        error_class: 'server_error',
        provider_status: 503,
      })
      await store.commit({ session_id: owner.id, llm_calls: [second, first] })
      expect(await store.llmCalls(owner.id)).toEqual([first, second])
      expect(await store.session(owner.id)).toMatchObject({ cost_usd: '0.000123', unpriced_calls: 0 })
    })

    test('of any chat are found by when they were begun', async () => {
      const [one, other] = [await created(), await created()]
      const at = (second: number) => `2027-01-01T00:00:0${second}.000000Z`
      const calls = [
        llmCallOf(one, { started_at: at(1) }),
        llmCallOf(other, { started_at: at(2) }),
        llmCallOf(one, { started_at: at(3) }),
      ]
      for (const owner of [one, other]) {
        const llm_calls = calls.filter(({ session_id }) => session_id === owner.id)
        await store.commit({ session_id: owner.id, llm_calls })
      }
      expect(await store.callsSince(at(2))).toEqual(calls.slice(1))
      expect(await store.callsSince(at(4))).toEqual([])
    })

    test('of before are found where their host said when to come back, until it answered', async () => {
      const owner = await created()
      const at = (second: number) => `2027-01-02T00:00:0${second}.000000Z`
      const failed = (second: number, model_asked: string, headers: Record<string, string>) =>
        llmCallOf(owner, {
          started_at: at(second),
          model_asked,
          outcome: 'failed',
          error_class: 'rate_limit',
          exchange: { request: { sha256: '0'.repeat(64), bytes: 1, fields: {} }, response_headers: headers },
        })
      const asked = failed(2, 'a:asked', { 'retry-after': '600' })
      const llm_calls = [
        failed(1, 'a:asked', { 'retry-after': '60' }),
        asked,
        failed(3, 'a:silent', { date: 'now' }),
        failed(3, 'a:back', { 'retry-after-ms': '9' }),
        llmCallOf(owner, { started_at: at(4), model_asked: 'a:back' }),
        failed(5, 'a:recent', {}),
      ]
      await store.commit({ session_id: owner.id, llm_calls })
      expect(await store.callsSince(at(5), { waits_since: at(2) })).toEqual([asked, llm_calls.at(-1)])
      expect(await store.callsSince(at(5))).toEqual(llm_calls.slice(-1))
    })

    test('take the place of what was known of them, and count once', async () => {
      const owner = await created()
      const call = llmCallOf(owner, { outcome: 'running', usage: null, cost_usd: null, pricing_version: null })
      await store.commit({ session_id: owner.id, llm_calls: [call] })
      expect(await store.session(owner.id)).toMatchObject({ cost_usd: '0', unpriced_calls: 0 })
      const ended = { ...call, outcome: 'completed', usage: USAGE, cost_usd: '1.5', pricing_version: 'v' } as const
      await store.commit({ session_id: owner.id, llm_calls: [ended] })
      expect(await store.llmCalls(owner.id)).toEqual([ended])
      expect(await store.session(owner.id)).toMatchObject({ cost_usd: '1.5', unpriced_calls: 0 })
    })

    test('are left as they are by a call of another session', async () => {
      const [owner, other] = [await created(), await created()]
      const call = llmCallOf(owner)
      await store.commit({ session_id: owner.id, llm_calls: [call] })
      await store.commit({ session_id: other.id, llm_calls: [{ ...call, session_id: other.id, cost_usd: '9' }] })
      expect(await store.llmCalls(owner.id)).toEqual([call])
      await expect(store.commit({ session_id: other.id, llm_calls: [call] })).rejects.toThrow('llm_calls of session')
    })

    test('outlive their session, and only they do', async () => {
      const { session_id, turn } = await started()
      const call = llmCallOf({ id: session_id }, { turn_id: turn.id })
      const open = llmCallOf(
        { id: session_id },
        { outcome: 'running', usage: null, cost_usd: null, pricing_version: null, cost_state: null },
      )
      await store.commit({ session_id, llm_calls: [call, open] })
      expect(await store.deleteSession(session_id)).toBe(true)
      expect(await store.llmCalls(session_id)).toEqual([
        call,
        { ...open, outcome: 'interrupted', cost_state: 'unknown' },
      ])
      const { rows } = await store.client.execute({ sql: 'SELECT id FROM turns WHERE id = ?', args: [turn.id] })
      expect(rows).toEqual([])
    })

    test('without a price are counted where their usage is known, and no cost is one that no sum can hold', async () => {
      const owner = await created()
      const unknown = { usage: null, cost_usd: null, pricing_version: null }
      await store.commit({
        session_id: owner.id,
        llm_calls: [
          llmCallOf(owner, { cost_usd: null, pricing_version: null }),
          llmCallOf(owner, { cost_usd: '1000000' }),
          llmCallOf(owner, { ...unknown, outcome: 'failed' }),
          llmCallOf(owner, { cost_usd: '999999.999999999999' }),
        ],
      })
      expect(await store.session(owner.id)).toMatchObject({ cost_usd: '999999.999999999999', unpriced_calls: 2 })
      const costs = (await store.llmCalls(owner.id)).map(({ cost_usd, pricing_version }) => [cost_usd, pricing_version])
      expect(costs.sort()).toEqual([['999999.999999999999', '2026-05-01'], ...Array(3).fill([null, null])].sort())
    })

    test('have a state that says so where no sum can hold their cost', async () => {
      const owner = await created()
      const cost_state = 'exact'
      await store.commit({
        session_id: owner.id,
        llm_calls: [
          llmCallOf(owner, { cost_usd: '1000000', cost_state }),
          llmCallOf(owner, { cost_usd: '999999', cost_state }),
        ],
      })
      const states = (await store.llmCalls(owner.id)).map((call) => [call.cost_usd, call.cost_state])
      expect(states.sort()).toEqual([
        [null, 'unpriced'],
        ['999999', 'exact'],
      ])
    })

    test('are stored at once, also where there are thousands', async () => {
      const owner = await created()
      const calls = Array.from({ length: 2_001 }, () => llmCallOf(owner))
      await store.commit({ session_id: owner.id, llm_calls: calls })
      expect(await store.llmCalls(owner.id)).toHaveLength(2_001)
    })

    test('have no cost without a usage that it could be of', async () => {
      const owner = await created()
      await store.commit({ session_id: owner.id, llm_calls: [llmCallOf(owner, { usage: null, cost_usd: '1' })] })
      expect(await store.llmCalls(owner.id)).toMatchObject([{ usage: null, cost_usd: null, pricing_version: null }])
    })
  })

  test('what a session and a turn have spent is the exact sum of its calls, however many and however large', async () => {
    const picos = fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n })
    await fc.assert(
      fc.asyncProperty(fc.array(picos, { maxLength: 60 }), async (costs) => {
        const owner = await created()
        const dollars = costs.map((cost) => new Decimal(cost.toString()).div('1e12').toFixed())
        const llm_calls = dollars.map((cost_usd) => llmCallOf(owner, { cost_usd, turn_id: 'turn_1' }))
        // In several commits: each makes the sum anew.
        for (let n = 0; n < llm_calls.length; n += 25) {
          await store.commit({ session_id: owner.id, llm_calls: llm_calls.slice(n, n + 25) })
        }
        const Exact = Decimal.clone({ precision: 60 })
        const sum = dollars.reduce((total, cost) => total.plus(cost), new Exact(0)).toFixed()
        expect(await store.session(owner.id)).toMatchObject({ cost_usd: sum, unpriced_calls: 0 })
        const [total] = await store.turnTotals(owner.id, ['turn_1'])
        expect(total?.cost_usd).toBe(costs.length > 0 ? sum : undefined)
      }),
      { numRuns: 25 },
    )
  })

  describe('what a turn took', () => {
    const ended = (owner: { id: string }, turn_id: string, fields: Partial<LlmCall> = {}) =>
      llmCallOf(owner, { turn_id, usage: USAGE, cost_usd: '0.1', ...fields })
    const nothing = { usage: null, cost_usd: null, pricing_version: null, latency_ms: null } as const
    const once = {
      calls: 1,
      input_tokens: 1,
      output_tokens: 2,
      cached_input_tokens: 3,
      cache_creation_input_tokens: 4,
      cost_usd: '0.1',
      unpriced_calls: 0,
      latency_ms: 12,
      estimated: false,
    }

    test('is the sum of its calls, those that failed or were cancelled too, and no other turn’s or session’s', async () => {
      const [owner, other] = [await created(), await created()]
      const committed = await store.commit({
        session_id: owner.id,
        llm_calls: [
          ended(owner, 'turn_1'),
          ended(owner, 'turn_1', { outcome: 'failed', usage: { ...USAGE, estimated: true }, cost_usd: '0.02' }),
          ended(owner, 'turn_1', { outcome: 'cancelled', cost_usd: '0.000000000001' }),
          ended(owner, 'turn_1', { outcome: 'failed', ...nothing, latency_ms: 1_000 }),
          ended(owner, 'turn_2'),
          ended(owner, 'turn_3', { outcome: 'failed', ...nothing }),
        ],
      })
      await store.commit({ session_id: other.id, llm_calls: [ended(other, 'turn_1')] })
      const first = {
        turn_id: 'turn_1',
        calls: 3,
        input_tokens: 3,
        output_tokens: 6,
        cached_input_tokens: 9,
        cache_creation_input_tokens: 12,
        cost_usd: '0.120000000001',
        unpriced_calls: 0,
        latency_ms: 1_036,
        estimated: true,
      }
      const second = { turn_id: 'turn_2', ...once }
      expect(committed.turn_totals).toEqual([first, second])
      const asked = ['turn_2', 'turn_1', 'turn_3', 'turn_4']
      expect(await store.turnTotals(owner.id, asked)).toEqual([first, second])
      expect(await store.turnTotals(owner.id, ['turn_2'])).toEqual([second])
      expect(await store.turnTotals(other.id, asked)).toEqual([{ turn_id: 'turn_1', ...once }])
      expect(await store.turnTotals(owner.id, [])).toEqual([])
    })

    test('is a lower bound where a part has no price, and no amount where nothing of it has', async () => {
      const owner = await created()
      const unpriced = { cost_usd: null, pricing_version: null }
      await store.commit({
        session_id: owner.id,
        llm_calls: [
          ended(owner, 'turn_1', unpriced),
          ended(owner, 'turn_2', unpriced),
          ended(owner, 'turn_2'),
          ended(owner, 'turn_3', { cost_usd: '0' }),
        ],
      })
      expect(await store.turnTotals(owner.id, ['turn_1', 'turn_2', 'turn_3'])).toMatchObject([
        { turn_id: 'turn_1', calls: 1, cost_usd: null, unpriced_calls: 1 },
        { turn_id: 'turn_2', calls: 2, cost_usd: '0.1', unpriced_calls: 1 },
        { turn_id: 'turn_3', calls: 1, cost_usd: '0', unpriced_calls: 0 },
      ])
    })

    test('comes with a write that ends a call of it, and with no other', async () => {
      const owner = await created()
      const running = ended(owner, 'turn_1', { outcome: 'running', ...nothing })
      const begun = await store.commit({ session_id: owner.id, llm_calls: [running] })
      expect(begun.turn_totals).toEqual([])
      const write = { session_id: owner.id, llm_calls: [{ ...ended(owner, 'turn_1'), id: running.id }] }
      expect((await store.commit(write)).turn_totals).toEqual([{ turn_id: 'turn_1', ...once }])
      expect((await store.commit({ session_id: owner.id, patch: { title: 'x' } })).turn_totals).toEqual([])
    })
  })

  describe('a write that expects something', () => {
    test('starts no second turn, and leaves nothing of it', async () => {
      const { session_id, question } = await started()
      const second = messageOf({ id: session_id })
      const refused = store.commit({
        session_id,
        expect: { type: 'idle' },
        turn: { type: 'start', turn: turnOf(second), lease: LEASE },
        messages: chain([second], question.id),
        patch: { head_id: second.id },
      })
      await expect(refused).rejects.toSatisfy(isUnmetExpectation)
      expect(await store.path(session_id)).toEqual([question])
    })

    test('starts one of two turns that begin at the same moment', async () => {
      const owner = await created()
      const starts = Array.from({ length: 4 }, () => {
        const question = messageOf(owner)
        return store.commit({
          session_id: owner.id,
          expect: { type: 'idle' },
          turn: { type: 'start', turn: turnOf(question), lease: LEASE },
          messages: chain([question]),
          patch: { state: 'running', head_id: question.id },
        })
      })
      const outcomes = await Promise.allSettled(starts)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(isUnmetExpectation(outcome.reason)).toBe(true)
      }
      expect(await store.path(owner.id)).toHaveLength(1)
    })

    test('is carried out for the process that runs the turn, until the turn is over, and for no other', async () => {
      const { session_id, turn } = await started()
      const write = (owner: string, title: string) =>
        store.commit({ session_id, expect: { type: 'leased', turn_id: turn.id, owner }, patch: { title } })
      expect(await write(LEASE.owner, 'mine')).toMatchObject({ session: { title: 'mine' } })
      await expect(write('another process', 'theirs')).rejects.toSatisfy(isUnmetExpectation)
      await store.commit({
        session_id,
        expect: { type: 'leased', turn_id: turn.id, owner: LEASE.owner },
        turn: { type: 'end', id: turn.id, state: 'completed', ended_at: NOON },
        patch: { state: 'idle' },
      })
      await expect(write(LEASE.owner, 'late')).rejects.toSatisfy(isUnmetExpectation)
      expect(await store.session(session_id)).toMatchObject({ title: 'mine', state: 'idle' })
    })

    test('of a session that is gone says that it is gone', async () => {
      const { session_id, turn } = await started()
      await store.deleteSession(session_id)
      const expected = { type: 'leased', turn_id: turn.id, owner: LEASE.owner } as const
      const late = store.commit({ session_id, expect: expected, messages: chain([messageOf({ id: session_id })]) })
      await expect(late).rejects.toThrow(`no session ${session_id}`)
    })
  })

  describe('the lease of a turn', () => {
    const OTHER = { owner: 'another process', ms: 60_000 }
    const runOut = (id: string) =>
      store.client.execute({ sql: 'UPDATE turns SET lease_until = 1 WHERE id = ?', args: [id] })
    const claimed = async (session_id: string, evenLeased = false, except: string[] = []) =>
      (await store.claimTurns(OTHER, { evenLeased, session_id, except })).turns.map(({ id }) => id)

    test('is taken once it has run out, by one process', async () => {
      const { session_id, turn, question } = await started()
      expect(await claimed(session_id)).toEqual([])
      await runOut(turn.id)
      const both = await Promise.all(
        ['a', 'b'].map((owner) =>
          store.claimTurns({ owner, ms: 60_000 }, { evenLeased: false, session_id, except: [] }),
        ),
      )
      const turns = both.flatMap((claim) => claim.turns)
      expect(turns).toEqual([{ ...turn, leaf_id: question.id, is_calling: false }])
    })

    test('is taken of a row that cannot be read, and its session is named', async () => {
      const { session_id, turn } = await started()
      await runOut(turn.id)
      await store.client.execute({ sql: "UPDATE turns SET routing_json = '{' WHERE id = ?", args: [turn.id] })
      const look = () => store.claimTurns(OTHER, { evenLeased: false, session_id, except: [] })
      expect(await look()).toEqual({ turns: [], unreadable: [session_id] })
      expect(await look()).toEqual({ turns: [], unreadable: [] })
    })

    test('counts for nothing where a process has the database for itself, but for the turns that it runs', async () => {
      const { session_id, turn } = await started()
      expect(await claimed(session_id, true, [turn.id])).toEqual([])
      expect(await claimed(session_id, true)).toEqual([turn.id])
    })

    test('that a process took and does not use is taken by it again, once it has run out', async () => {
      const { session_id, turn } = await started()
      await runOut(turn.id)
      expect(await claimed(session_id)).toEqual([turn.id])
      expect(await claimed(session_id)).toEqual([])
      await runOut(turn.id)
      expect(await claimed(session_id, false, [turn.id])).toEqual([])
      expect(await claimed(session_id)).toEqual([turn.id])
    })

    test('is prolonged for those turns that a process runs, and that are still its own', async () => {
      const [mine, lost, unused] = [await started(), await started(), await started()]
      for (const { turn } of [mine, lost, unused]) await runOut(turn.id)
      expect(await claimed(lost.session_id)).toEqual([lost.turn.id])
      expect(await store.renewLeases(LEASE, [mine.turn.id, lost.turn.id])).toEqual([mine.turn.id])
      expect(await claimed(mine.session_id)).toEqual([])
      expect(await claimed(unused.session_id)).toEqual([unused.turn.id])
    })

    test('says of a turn that a model was called in it, and where its path ends', async () => {
      const { session_id, turn, question } = await started()
      const answer = messageOf({ id: session_id }, { role: 'assistant', metadata: { ...ANSWERED, turn_id: turn.id } })
      const other = messageOf({ id: session_id })
      await store.commit({
        session_id,
        messages: [...chain([answer], question.id), ...chain([other], question.id)],
        llm_calls: [llmCallOf({ id: session_id }, { turn_id: turn.id, outcome: 'running' })],
      })
      await runOut(turn.id)
      const { turns } = await store.claimTurns(OTHER, { evenLeased: false, session_id, except: [] })
      expect(turns).toEqual([{ ...turn, leaf_id: answer.id, is_calling: true }])
    })

    test('keeps recovery away from all but its owner, and a turn that waits for a person from everybody', async () => {
      const { session_id, turn } = await started()
      const only = { session_ids: [session_id] }
      expect(await store.recover(only)).toEqual([])
      expect(await store.recover({ ...only, owner: OTHER.owner })).toEqual([])
      await runOut(turn.id)
      expect(await store.recover(only)).toEqual([])
      await store.client.execute({ sql: "UPDATE turns SET state = 'waiting' WHERE id = ?", args: [turn.id] })
      expect(await store.recover({ ...only, owner: LEASE.owner })).toEqual([])
      expect(await claimed(session_id, true)).toEqual([])
      await store.client.execute({ sql: "UPDATE turns SET state = 'running' WHERE id = ?", args: [turn.id] })
      expect(await store.recover({ ...only, owner: LEASE.owner })).toHaveLength(1)
      expect(await store.session(session_id)).toMatchObject({ state: 'idle' })
    })

    test('that another process takes while it recovers leaves the turn to that process', async () => {
      const { session_id, turn } = await started()
      await runOut(turn.id)
      const database = openDatabase(store.client)
      // In the moment between what recovery reads and what it writes.
      const late = Object.assign(Object.create(database) as Database, {
        async batch(...statements: Parameters<Database['batch']>) {
          await claimed(session_id)
          return database.batch(...statements)
        },
      })
      const only = { session_ids: [session_id], owner: LEASE.owner }
      expect(await recoverTurns(late, Date.now() * 1_000, only)).toEqual([])
      expect(await store.session(session_id)).toMatchObject({ state: 'running' })
      expect(await store.renewLeases(OTHER, [turn.id])).toEqual([turn.id])
    })
  })

  test('recovery leaves nothing open in any table, and says so in words that are known', async () => {
    const { session_id, turn, question } = await started()
    const partial = messageOf(
      { id: session_id },
      { role: 'assistant', metadata: { status: 'partial', turn_id: turn.id } },
    )
    const call = llmCallOf({ id: session_id }, { turn_id: turn.id, outcome: 'running' })
    await store.commit({ session_id, messages: chain([partial], question.id), llm_calls: [call] })
    await store.recover({ session_ids: [session_id], owner: LEASE.owner })
    const { rows } = await store.client.execute({
      sql: `SELECT sessions.state, messages.status, turns.state AS turn, turns.lease_owner, turns.lease_until, llm_calls.outcome
        FROM sessions JOIN messages ON messages.id = ? JOIN turns ON turns.id = ? JOIN llm_calls ON llm_calls.id = ?
        WHERE sessions.id = ?`,
      args: [partial.id, turn.id, call.id, session_id],
    })
    const open = { lease_owner: null, lease_until: null }
    expect(rows).toEqual([{ state: 'idle', status: 'error', turn: 'failed', outcome: 'interrupted', ...open }])
  })

  test('no session has two open turns, whatever was expected', async () => {
    const { session_id, question } = await started()
    const write = { type: 'start', turn: turnOf(question), lease: LEASE } as const
    await expect(store.commit({ session_id, turn: write })).rejects.toThrow('does not fit')
  })
})
