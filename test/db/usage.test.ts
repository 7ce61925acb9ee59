import { Decimal } from 'decimal.js'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient } from '#db/client.ts'
import { openDatabase, runAll } from '#db/database.ts'
import { addToUsage, costedBy, removeCosts } from '#db/repriced-usage.ts'
import { openStore } from '#db/store.ts'
import { openUsage } from '#db/usage.ts'
import { COUNTERS } from '#db/usage-schema.ts'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { Store } from '#lib/store/store.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import type { UsageQuery, UsageStore } from '#lib/store/usage-store.ts'
import { timeBuckets } from '#lib/usage/time-bucket.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import { anyCall } from '../support/any-call.ts'
import { BACKENDS } from '../support/database.ts'
import { llmCallOf, session } from '../support/session-builder.ts'

const FIRST = parseTimestamp('2026-10-20T00:00:00.000000Z')
const DAYS = 14
const anyOfThem = anyCall(FIRST, DAYS * DAY)

const whole: UsageQuery = { from: FIRST, to: FIRST + DAYS * DAY, filter: {}, group: null, costs: 'stamped' }

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`usage in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    const owner = session()
    let store: Store
    let client: SharedClient
    let usageStore: UsageStore

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      const opened = await openStore(database)
      store = opened
      client = opened.client
      stack.defer(() => opened.close())
      usageStore = openUsage({ client, url: database.url })
      await store.createSession(owner, [])
    })
    afterAll(() => stack.disposeAsync())

    const clear = () => client.batch(['DELETE FROM llm_calls'], 'write')

    /** Fails where any sum that is kept is not that of the calls, counted anew. */
    const expectExactSums = async () => {
      for (const [table, keys, from] of KEPT) {
        const sums = COUNTERS.map((name) => `CAST(sum(${name}) AS TEXT) AS ${name}`).join(', ')
        const kept = await client.execute(
          `SELECT ${keys}, ${sums} FROM ${table} WHERE calls > 0 GROUP BY ${keys} ORDER BY ${keys}`,
        )
        const anew = await client.execute(`SELECT ${keys}, ${sums} FROM ${from} GROUP BY ${keys} ORDER BY ${keys}`)
        expect(kept.rows, table).toEqual(anew.rows)
        const nothing = await client.execute(`SELECT ${COUNTERS.join(' + ')} AS sum FROM ${table} WHERE calls = 0`)
        expect(
          nothing.rows.filter(({ sum }) => sum !== 0),
          table,
        ).toEqual([])
      }
      const perTurn = 'sum(calls), CAST(round(sum(cost_usd + cost_picousd / 1e12) * 1000) AS INTEGER)'
      const turns = await client.execute(
        `SELECT turn_id, ${CALLER}, calls, CAST(round(dollars * 1000) AS INTEGER) FROM usage_turns WHERE calls > 0
          ORDER BY 1, 2, 3, 4, 5, 6`,
      )
      const turnsAnew = await client.execute(
        `SELECT turn_id, ${CALLER}, ${perTurn} FROM usage_of_calls WHERE turn_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
          ORDER BY 1, 2, 3, 4, 5, 6`,
      )
      expect(turns.rows.map((row) => Object.values(row))).toEqual(turnsAnew.rows.map((row) => Object.values(row)))
      const steps = 'day, provider, model, until, step'
      const kept = await client.execute(`SELECT ${steps}, calls FROM usage_latencies WHERE calls > 0 ORDER BY ${steps}`)
      const anew = await client.execute(
        `SELECT ${steps}, count(*) AS calls FROM usage_latencies_of_calls GROUP BY ${steps} ORDER BY ${steps}`,
      )
      expect(kept.rows).toEqual(anew.rows)
    }

    const reprice = async () => {
      const database = openDatabase(client)
      await client.migrate([
        `INSERT INTO reprices (id, from_at, to_at, pricing_version, reason, author, created_at, state)
          VALUES ('reprice_1', 0, 1, 'second', 'it was wrong', 'local', 1, 'applied')`,
        `INSERT INTO call_costs (call_id, pricing_version, reprice_id, cost_usd, cost_picousd, cost_state)
          SELECT id, 'second', 'reprice_1', '', 9000000000000001 * attempt, iif(attempt = 1, 'partial', 'exact')
          FROM usage_of_calls JOIN llm_calls USING (id) WHERE usage_source <> 'none' AND llm_calls.model_asked = 'demo:one'`,
      ])
      await runAll(database, addToUsage(database, costedBy(ALL_COSTS)))
    }

    // Fifteen runs against a server of the test's own: on a busy machine the usual time is too short.
    test('is added up with each write exactly as if it were counted anew', { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(anyOfThem, anyOfThem), { maxLength: 25 }), async (pairs) => {
          const calls = pairs.map(([first]) => llmCallOf(owner, first))
          await store.commit({ session_id: owner.id, llm_calls: calls })
          await reprice()
          await expectExactSums()
          // Whatever a second write makes of them: calls that ran end, ended ones change; a third of the session goes.
          const later = calls.map((call, n) => ({ ...call, ...(pairs[n]?.[1] ?? {}) }))
          await store.commit({ session_id: owner.id, llm_calls: later.filter((_, n) => n % 2 === 0) })
          await client.execute(`DELETE FROM llm_calls WHERE turn_id = 'turn_2' AND attempt = 1`)
          await expectExactSums()
          const database = openDatabase(client)
          await runAll(database, removeCosts(database, ALL_COSTS))
          await expectExactSums()
          await client.batch(['DELETE FROM reprices', 'DELETE FROM llm_calls'], 'write')
          await expectExactSums()
        }),
        { numRuns: 15 },
      )
    })

    test('of a call that fails after it began is that of its error and its way, in the moment in which it ends', async () => {
      const at = { started_at: formatTimestamp(FIRST + 5), turn_id: 'turn_1', tools: ['calculator'] }
      const running = llmCallOf(owner, { ...at, outcome: 'running', usage: null, routing_mode: 'manual' })
      const retried = llmCallOf(owner, { ...at, attempt: 2, cost_usd: '2', routing_mode: 'manual' })
      await store.commit({ session_id: owner.id, llm_calls: [running] })
      const failed: LlmCall = { ...running, outcome: 'failed', error_class: 'rate_limit', cost_state: 'unknown' }
      await store.commit({ session_id: owner.id, llm_calls: [failed, retried] })
      await expectExactSums()
      const by = async (group: UsageQuery['group'], filter: UsageQuery['filter']) => {
        const rows = await usageStore.sums({ ...whole, group, filter, limit: 5 })
        return rows.map(({ key, calls, failed_calls, cost_usd }) => [key, calls, failed_calls, cost_usd])
      }
      for (const [group, key] of [
        ['session', owner.id],
        ['turn', 'turn_1'],
        ['tool', 'calculator'],
      ] as const) {
        expect(await by(group, { error_class: 'rate_limit' })).toEqual([[key, 1, 1, '0']])
        expect(await by(group, { routing_mode: 'manual' })).toEqual([[key, 2, 1, '2']])
        expect(await by(group, { routing_mode: 'default' })).toEqual([])
      }
      // It was none: what it was found to be takes its place.
      await store.commit({ session_id: owner.id, llm_calls: [{ ...failed, error_class: 'server_error' }] })
      expect(await by('turn', { error_class: 'rate_limit' })).toEqual([])
      expect(await by('turn', { error_class: 'server_error' })).toEqual([['turn_1', 1, 1, '0']])
      await expectExactSums()
      await clear()
    })

    test('is the same however it is told apart, to the last digit, and over any part of the time', async () => {
      const calls = fc.sample(anyOfThem, { numRuns: 300, seed: 7 }).map((fields) => llmCallOf(owner, fields))
      await store.commit({ session_id: owner.id, llm_calls: calls })
      const middle = FIRST + 5 * DAY + 123_456_789
      for (const [from, to] of [
        [FIRST, FIRST + DAYS * DAY],
        [FIRST + 1, middle],
        [middle, middle + 90 * 60_000_000],
      ] as const) {
        const within = calls.filter(
          ({ started_at, outcome }) =>
            outcome !== 'running' && parseTimestamp(started_at) >= from && parseTimestamp(started_at) < to,
        )
        const sum = within.reduce(
          (total, { cost_usd, usage: used }) => total.plus(used && cost_usd !== null ? cost_usd : 0),
          new (Decimal.clone({ precision: 100 }))(0),
        )
        const query = { ...whole, from, to }
        for (const group of [
          null,
          'model',
          'provider',
          'session',
          'turn',
          'user',
          'team',
          'error_class',
          'routing_mode',
        ] as const) {
          const rows = await usageStore.sums({ ...query, group })
          expect(
            rows.reduce((total, { calls: made }) => total + made, 0),
            `${group}`,
          ).toBe(within.length)
          expect(totalOf(rows), `${group}`).toBe(sum.toFixed())
        }
        for (const filter of FILTERS) {
          const meant = within.filter((call) => isMeant(call, filter)).length
          for (const group of ['model', 'session', 'user', 'team', 'error_class', 'routing_mode'] as const) {
            for (const limit of [undefined, 200]) {
              const rows = await usageStore.sums({ ...query, group, filter, limit })
              const counted = rows.reduce((total, { calls: made }) => total + made, 0)
              expect(counted, `${group} ${JSON.stringify(filter)}`).toBe(meant)
            }
          }
        }
        for (const bucket of ['hour', 'day', 'week', 'month'] as const) {
          // Hours of the second are not those of UTC.
          for (const tz of ['Europe/Berlin', 'America/St_Johns']) {
            const buckets = timeBuckets(bucket, query, tz)
            const all = await usageStore.sums({ ...query, group: 'model', buckets })
            expect(totalOf(all), bucket).toBe(sum.toFixed())
            const starts = new Set(buckets.starts)
            expect(all.every(({ bucket: at }) => at !== null && starts.has(at))).toBe(true)
            for (const filter of [{}, ...FILTERS]) {
              const meant = within.filter((call) => isMeant(call, filter))
              const rows = await usageStore.sums({ ...query, filter, group: 'model', buckets })
              expect(rows.reduce((total, { calls: made }) => total + made, 0)).toBe(meant.length)
              for (const row of rows) {
                const start = row.bucket ?? 0
                const end = buckets.starts.find((each) => each > start) ?? Number.POSITIVE_INFINITY
                const own = meant.filter((call) => {
                  const at = parseTimestamp(call.started_at)
                  return at >= start && at < end && (call.model_served ?? call.model_asked) === row.key
                })
                expect(row.calls).toBe(own.length)
              }
            }
          }
        }
      }
      await clear()
    })

    test('of a team is that of whoever is in it now, and of nobody’s team that of all others', async () => {
      const at = (day: number, started_by: string, cost_usd: string) =>
        llmCallOf(owner, { started_at: formatTimestamp(FIRST + day * DAY + 5), started_by, cost_usd })
      await store.commit({ session_id: owner.id, llm_calls: [at(0, 'ada', '1'), at(1, 'bob', '2'), at(2, 'eve', '4')] })
      await client.migrate([
        `INSERT INTO users (id, email, email_key, name, role, created_at) VALUES ('ada', 'a', 'a', 'Ada', 'member', 1),
          ('bob', 'b', 'b', 'Bob', 'member', 1), ('eve', 'e', 'e', 'Eve', 'member', 1)`,
        `INSERT INTO teams (id, name, name_key, created_at) VALUES ('red', 'Red', 'red', 1), ('blue', 'Blue', 'blue', 1)`,
        `INSERT INTO team_members (team_id, user_id) VALUES ('red', 'ada'), ('red', 'bob'), ('blue', 'bob')`,
      ])
      const team = { ...whole, group: 'team' } as const
      for (const costs of ['stamped', 'repriced'] as const) {
        const rows = await usageStore.sums({ ...team, costs, from: FIRST + 1 })
        expect(rows.map(({ key, calls, cost_usd }) => [key, calls, cost_usd])).toEqual([
          [null, 1, '4'],
          ['red', 2, '3'],
          ['blue', 1, '2'],
        ])
      }
      const buckets = timeBuckets('day', whole, 'Europe/Berlin')
      const days = await usageStore.sums({ ...team, buckets })
      expect(days.map(({ key, cost_usd }) => [key, cost_usd])).toEqual([
        ['red', '1'],
        ['blue', '2'],
        ['red', '2'],
        [null, '4'],
      ])
      expect(await usageStore.names('team', ['red', 'gone'])).toEqual([{ id: 'red', name: 'Red' }])
      expect(await usageStore.names('user', ['ada', 'red'])).toEqual([{ id: 'ada', name: 'Ada' }])
      await client.batch(['DELETE FROM team_members', 'DELETE FROM teams', 'DELETE FROM users'], 'write')
      await clear()
    })

    test('of few chats or turns is that of the dearest ones', async () => {
      const at = (day: number, id: string) => ({ started_at: formatTimestamp(FIRST + day * DAY + 5), turn_id: id })
      const llm_calls = [
        llmCallOf(owner, { ...at(0, 'cheap'), cost_usd: '1' }),
        llmCallOf(owner, { ...at(1, 'dear'), cost_usd: '2' }),
        llmCallOf(owner, { ...at(1, 'dear'), cost_usd: '0.000000000001' }),
        llmCallOf(owner, { ...at(2, 'middle'), cost_usd: '1.5' }),
      ]
      await store.commit({ session_id: owner.id, llm_calls })
      const turns = await usageStore.sums({ ...whole, from: FIRST + 1, group: 'turn', limit: 2 })
      expect(turns.map(({ key, session_id, calls, cost_usd }) => [key, session_id, calls, cost_usd])).toEqual([
        ['dear', owner.id, 2, '2.000000000001'],
        ['middle', owner.id, 1, '1.5'],
      ])
      const [chat] = await usageStore.sums({ ...whole, from: FIRST + DAY, group: 'session', limit: 2 })
      expect(chat).toMatchObject({ key: owner.id, calls: 3, cost_usd: '3.500000000001' })
      await clear()
    })

    test('of few turns of an error that cost nothing is that of those with most calls', async () => {
      const error = { outcome: 'failed', error_class: 'rate_limit', usage: null, cost_usd: null } as const
      const at = (turn_id: string) =>
        llmCallOf(owner, { ...error, started_at: formatTimestamp(FIRST + 5), turn_id, cost_state: null })
      await store.commit({ session_id: owner.id, llm_calls: [at('a'), at('b'), at('b')] })
      const rows = await usageStore.sums({ ...whole, filter: { error_class: 'rate_limit' }, group: 'turn', limit: 1 })
      expect(rows.map(({ key, calls }) => [key, calls])).toEqual([['b', 2]])
      await clear()
    })

    test('of some of its groups is that of these alone, calls of no turn among them', async () => {
      const at = (day: number, turn_id: string | null) => ({ started_at: formatTimestamp(FIRST + day * DAY), turn_id })
      await store.commit({
        session_id: owner.id,
        llm_calls: [
          llmCallOf(owner, { ...at(0, 'one'), cost_usd: '1' }),
          llmCallOf(owner, { ...at(1, 'two'), cost_usd: '3' }),
          llmCallOf(owner, { ...at(2, null), cost_usd: '2' }),
          llmCallOf(owner, { ...at(3, 'two'), cost_usd: '4' }),
        ],
      })
      const query = { ...whole, group: 'turn' } as const
      expect(await usageStore.keys(query)).toEqual(['two', null, 'one'])
      expect(await usageStore.keys({ ...query, limit: 1 })).toEqual(['two'])
      expect(await usageStore.count(query)).toBe(3)
      const rows = await usageStore.sums({ ...query, only: ['two', null] })
      expect(rows.map(({ key, calls, cost_usd }) => [key, calls, cost_usd])).toEqual([
        ['two', 2, '7'],
        [null, 1, '2'],
      ])
      const buckets = timeBuckets('day', whole, 'UTC')
      expect(await usageStore.count({ ...whole, group: 'model', buckets })).toBe(4)
      await clear()
    })

    test('by tool has each call in the row of every tool that it called', async () => {
      const cost_usd = '0.5'
      await store.commit({
        session_id: owner.id,
        llm_calls: [
          llmCallOf(owner, { started_at: formatTimestamp(FIRST + 1), cost_usd, tools: ['calculator', 'web_search'] }),
          llmCallOf(owner, { started_at: formatTimestamp(FIRST + 2 * DAY), cost_usd, tools: ['calculator'] }),
          llmCallOf(owner, { started_at: formatTimestamp(FIRST + 2 * DAY), cost_usd }),
        ],
      })
      const rows = await usageStore.sums({ ...whole, from: FIRST + 1, group: 'tool' })
      expect(rows.map(({ key, calls, cost_usd: sum }) => [key, calls, sum])).toEqual([
        ['calculator', 2, '1'],
        ['web_search', 1, '0.5'],
      ])
      await clear()
    })

    test('is of those alone that a filter names', async () => {
      await store.commit({
        session_id: owner.id,
        llm_calls: [
          llmCallOf(owner, {
            started_at: formatTimestamp(FIRST),
            started_by: 'a',
            error_class: 'rate_limit',
            outcome: 'failed',
          }),
          llmCallOf(owner, {
            started_at: formatTimestamp(FIRST),
            started_by: 'b',
            routing_mode: 'manual',
            turn_id: 't',
          }),
        ],
      })
      const made = async (filter: UsageQuery['filter']) =>
        (await usageStore.sums({ ...whole, filter, group: 'user' })).map(({ key }) => key).sort()
      expect(await made({})).toEqual(['a', 'b'])
      expect(await made({ error_class: 'rate_limit' })).toEqual(['a'])
      expect(await made({ user: 'b', routing_mode: 'manual', session: owner.id, model: 'demo:test' })).toEqual(['b'])
      expect(await made({ provider: "'; DROP TABLE usage_days; --" })).toEqual([])
      await clear()
    })

    test('has no cost of nothing where tokens were counted and none has a price', async () => {
      const at = { started_at: formatTimestamp(FIRST), cost_usd: null, pricing_version: null }
      await store.commit({ session_id: owner.id, llm_calls: [llmCallOf(owner, { ...at, cost_state: 'unpriced' })] })
      expect(await usageStore.sums(whole)).toMatchObject([{ calls: 1, cost_usd: null, unpriced_calls: 1 }])
      await store.commit({
        session_id: owner.id,
        llm_calls: [llmCallOf(owner, { ...at, usage: null, cost_state: 'unknown' })],
      })
      expect(await usageStore.sums(whole)).toMatchObject([
        { calls: 2, cost_usd: null, unpriced_calls: 1, unknown_calls: 1 },
      ])
      await clear()
    })

    test('stays when the chat goes', async () => {
      const gone = session()
      await store.createSession(gone, [])
      await store.commit({
        session_id: gone.id,
        llm_calls: [llmCallOf(gone, { started_at: formatTimestamp(FIRST), outcome: 'running', usage: null })],
      })
      await store.commit({
        session_id: gone.id,
        llm_calls: [llmCallOf(gone, { started_at: formatTimestamp(FIRST), cost_usd: '2' })],
      })
      await store.deleteSession(gone.id)
      expect(await usageStore.sums(whole)).toMatchObject([{ calls: 2, cost_usd: '2', unknown_calls: 1 }])
      expect(await usageStore.titles(LOCAL_OWNER, [gone.id, owner.id])).toEqual([{ id: owner.id, title: owner.title }])
    })
  })
}

const ALL_COSTS = sql`SELECT rowid FROM call_costs`

/** What the page narrows its lists to, by itself and together. */
const FILTERS = [
  { routing_mode: 'manual' },
  { error_class: 'rate_limit' },
  { routing_mode: 'default', error_class: 'rate_limit', user: 'local' },
] as const

function isMeant({ started_by: user, ...call }: LlmCall, filter: UsageQuery['filter']): boolean {
  const said: Record<string, unknown> = { ...call, user }
  return Object.entries(filter).every(([name, value]) => said[name] === value)
}

const CALLER = 'started_by, provider, model, routing_mode, error_class'

const CALLS = 'usage_of_repriced_calls'

const KEPT = [
  ['usage_slots', 'slot, provider, model', CALLS],
  ['usage_hours', `hour, ${CALLER}`, CALLS],
  ['usage_days', `day, ${CALLER}, pricing_version, input_above`, CALLS],
  ['usage_sessions', `day, session_id, ${CALLER}`, CALLS],
  ['usage_tools', `day, tool, ${CALLER}`, `(SELECT *, value AS tool FROM ${CALLS}, json_each(tools_json))`],
] as const

function totalOf(rows: readonly { cost_usd: string | null }[]): string {
  const Exact = Decimal.clone({ precision: 100 })
  return rows.reduce((total, { cost_usd }) => total.plus(cost_usd ?? 0), new Exact(0)).toFixed()
}
