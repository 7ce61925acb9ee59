import { getTableName } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openUsage } from '#db/usage.ts'
import { USAGE_TABLES } from '#db/usage-schema.ts'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { PriceTable } from '#lib/pricing/price.ts'
import { applyReprice, revertReprice } from '#lib/repricing/reprice-job.ts'
import type { NewReprice } from '#lib/store/reprice-store.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import { anyCall } from '../support/any-call.ts'
import { BACKENDS } from '../support/database.ts'
import { openRepricing, repriceOf, rowsOf, sumsOf, tableOf } from '../support/repricing.ts'
import { llmCallOf, session } from '../support/session-builder.ts'

const MAY = parseTimestamp('2026-05-01T00:00:00.000000Z')
const DOLLAR = 1_000_000_000_000n
const TEN_OF_EACH = { input_tokens: 10, output_tokens: 10, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const clock = () => parseTimestamp('2026-06-03T00:00:00.000000Z')

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`a reprice in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    const owner = session()
    let opened: Awaited<ReturnType<typeof openRepricing>>

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      opened = await openRepricing(database.url)
      stack.defer(() => opened.store.close())
      await opened.store.createSession(owner, [])
    })
    afterAll(() => stack.disposeAsync())
    beforeEach(() => clear())

    // The sums as well: what was repriced of a call stays in them where it is not reverted.
    const clear = () =>
      opened.client.batch(
        ['call_costs', 'reprices', 'llm_calls', ...USAGE_TABLES.map(getTableName)].map(
          (table) => `DELETE FROM ${table}`,
        ),
        'write',
      )
    const put = async (...fields: Partial<LlmCall>[]) => {
      const calls = fields.map((each, n) =>
        llmCallOf(owner, {
          started_at: formatTimestamp(MAY + n * 1_000_000),
          model_asked: 'demo:one',
          model_served: 'demo:one',
          usage: TEN_OF_EACH,
          cost_usd: '0.5',
          ...each,
        }),
      )
      await opened.store.commit({ session_id: owner.id, llm_calls: calls })
      return calls
    }
    const deps = (page: number) => {
      const { reprices, reader } = opened
      return { store: reprices, reader, clock, signal: new AbortController().signal, page }
    }
    const apply = async (reprice: NewReprice, table: PriceTable, page = 7) => {
      expect(await opened.reprices.begin(reprice)).toEqual({ begun: true })
      const begun = await opened.reprices.find(reprice.id)
      if (begun) await applyReprice(begun, table, deps(page))
    }
    const revert = async (id: string, page = 7) => {
      await opened.reprices.beginRevert(id)
      await revertReprice({ id }, deps(page))
    }
    const costs = async () => {
      const { rows } = await opened.client.execute(
        'SELECT call_id, pricing_version, cost_usd, cost_state FROM call_costs ORDER BY call_id',
      )
      return rows.map((row) => ({ ...row }))
    }

    test('is exact in every sum of usage, and gone from each without a trace when it is reverted', async () => {
      const calls = fc.array(anyCall(MAY, 40 * DAY), { maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(calls, fc.integer({ min: 1, max: 9 }), async (fields, page) => {
          await clear()
          await opened.store.commit({ session_id: owner.id, llm_calls: fields.map((each) => llmCallOf(owner, each)) })
          const [before, stamped] = [await rowsOf(opened.client), await opened.store.llmCalls(owner.id)]
          const reprice = repriceOf()
          await apply(reprice, tableOf('second'), page)

          const { rows } = await opened.client.execute(`
            SELECT CAST(sum(coalesce(repriced.cost_picousd, billed.cost_picousd, 0) / ${DOLLAR}) AS TEXT) AS usd,
              CAST(sum(coalesce(repriced.cost_picousd, billed.cost_picousd, 0) % ${DOLLAR}) AS TEXT) AS rest,
              sum(usage_source <> 'none' AND (coalesce(repriced.cost_picousd, billed.cost_picousd) IS NULL
                OR coalesce(repriced.cost_state, billed.cost_state) = 'partial')) AS unpriced
            FROM llm_calls AS billed LEFT JOIN call_costs AS repriced ON repriced.call_id = billed.id
            WHERE outcome <> 'running'`)
          const { usd, rest, unpriced }: Record<string, unknown> = rows[0] ?? {}
          const total = BigInt(String(usd ?? 0)) * DOLLAR + BigInt(String(rest ?? 0))
          const sums = await sumsOf(opened.client)
          for (const table of ['usage_slots', 'usage_hours', 'usage_days', 'usage_sessions']) {
            const sum = (name: string) => BigInt(sums[table]?.[name] ?? '')
            const dollars = sum('cost_usd') + sum('repriced_usd')
            expect(dollars * DOLLAR + sum('cost_picousd') + sum('repriced_picousd'), table).toBe(total)
            expect(sum('unpriced_calls') - sum('repriced_calls'), table).toBe(BigInt(String(unpriced ?? 0)))
          }
          expect(await opened.store.llmCalls(owner.id)).toEqual(stamped)

          await revert(reprice.id, page)
          expect(await rowsOf(opened.client)).toEqual(before)
          expect(await costs()).toEqual([])
        }),
        { numRuns: 15 },
      )
    })

    test('is told apart by tool as the calls that used each', async () => {
      await put({ tools: ['calculator', 'web_search'] }, { tools: ['calculator'] }, {})
      await apply(repriceOf(), tableOf('second'))
      const { rows } = await opened.client.execute(
        'SELECT tool, repriced_usd * 1e12 + repriced_picousd AS more FROM usage_tools WHERE calls > 0 ORDER BY tool',
      )
      // 10 × 2.5 + 10 × 7.123456 millionths of a dollar, in place of half a dollar.
      const more = 96_234_560 - 500_000_000_000
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { tool: 'calculator', more: 2 * more },
        { tool: 'web_search', more },
      ])
    })

    test('gives each call the cost by its version, and leaves what that has no price for, or nobody knows', async () => {
      const [priced, free, unpriced, unknown, asBilled] = await put(
        {},
        { model_served: 'demo:three', cost_usd: null, cost_state: 'unpriced' },
        { model_asked: 'demo:two', model_served: 'demo:two' },
        { usage: null, cost_usd: null, cost_state: 'unknown' },
        { cost_usd: '0.00009623456', pricing_version: 'second' },
        { outcome: 'running', usage: null, cost_usd: null, cost_state: null },
      )
      const reprice = repriceOf()
      await apply(reprice, tableOf('second'))
      const by = { pricing_version: 'second', cost_state: 'exact' }
      expect(await costs()).toEqual([
        { call_id: priced?.id, cost_usd: '0.00009623456', ...by },
        { call_id: free?.id, cost_usd: '0', ...by },
      ])
      expect(await opened.reprices.find(reprice.id)).toEqual({
        ...reprice,
        state: 'applied',
        reached: { at: parseTimestamp(reprice.to), id: '' },
        calls: 5,
        changed_calls: 2,
        ended_at: '2026-06-03T00:00:00.000000Z',
      })
      expect(await opened.reprices.costOf(priced?.id ?? '')).toMatchObject({
        cost_usd: '0.00009623456',
        cost_state: 'exact',
        reprice: { id: reprice.id },
      })
      for (const call of [unpriced, unknown, asBilled]) {
        expect(await opened.reprices.costOf(call?.id ?? '')).toBeNull()
      }
    })

    test('that finds the rest of a price leaves no call of which a part has none', async () => {
      await put({ cost_state: 'partial' }, { cost_usd: null, pricing_version: null, cost_state: 'unpriced' })
      const usage = openUsage({ client: opened.client, url: opened.url })
      const told = async (costs: 'stamped' | 'repriced') => {
        const [sums] = await usage.sums({ from: MAY, to: MAY + DAY, filter: {}, group: null, costs })
        return [sums?.unpriced_calls, sums?.partial_calls]
      }
      expect(await told('repriced')).toEqual([2, 1])
      await apply(repriceOf(), tableOf('second'))
      expect(await told('repriced')).toEqual([0, 0])
      expect(await told('stamped')).toEqual([2, 1])
    })

    test('takes what begins in its time, the beginning included and the end not', async () => {
      const { from, to } = repriceOf()
      const times = ['2026-04-30T23:59:59.999999Z', from, '2026-05-31T23:59:59.999999Z', to]
      const calls = await put(...times.map((started_at) => ({ started_at })))
      await apply(repriceOf(), tableOf('second'), 1)
      expect((await costs()).map(({ call_id }) => call_id)).toEqual(calls.slice(1, 3).map(({ id }) => id))
    })

    test('goes through calls of one moment without leaving one out', async () => {
      const calls = await put(...Array.from({ length: 10 }, () => ({ started_at: formatTimestamp(MAY) })))
      await apply(repriceOf(), tableOf('second'), 3)
      expect((await costs()).map(({ call_id }) => call_id)).toEqual(calls.map(({ id }) => id))
    })

    test('by the same version again changes nothing, and leaves to the first what it has', async () => {
      await put({}, {}, {})
      const [first, second] = [repriceOf(), repriceOf()]
      await apply(first, tableOf('second'))
      const [sums, kept] = [await rowsOf(opened.client), await costs()]
      await apply(second, tableOf('second'))
      expect(await rowsOf(opened.client)).toEqual(sums)
      expect(await costs()).toEqual(kept)
      expect(await opened.reprices.find(second.id)).toMatchObject({ state: 'applied', calls: 3, changed_calls: 0 })
      await revert(second.id)
      expect(await costs()).toEqual(kept)
    })

    test('by another version needs the one that holds to be reverted, and only where both have calls', async () => {
      await put({ started_at: '2026-05-10T00:00:00.000000Z' }, { started_at: '2026-05-20T00:00:00.000000Z' })
      const first = repriceOf({ to: '2026-05-15T00:00:00.000000Z' })
      await apply(first, tableOf('second'))
      const other = { pricing_version: 'third' }
      expect(await opened.reprices.begin(repriceOf(other))).toEqual({ begun: false, conflict: first.id })
      const beside = repriceOf({ ...other, from: '2026-05-11T00:00:00.000000Z' })
      await apply(beside, tableOf('third'))
      expect((await costs()).map(({ pricing_version }) => pricing_version)).toEqual(['second', 'third'])

      await opened.reprices.beginRevert(first.id)
      // On its way out it is in the way of its own version as well.
      const again = repriceOf({ to: first.to })
      expect(await opened.reprices.begin(again)).toEqual({ begun: false, conflict: first.id })
      await revertReprice(first, deps(7))
      expect(await opened.reprices.begin(again)).toEqual({ begun: true })
    })

    test('of one page is written once, whoever comes second', async () => {
      await put({}, {})
      const reprice = repriceOf()
      await opened.reprices.begin(reprice)
      const begun = await opened.reprices.find(reprice.id)
      if (!begun) throw new Error('it has begun')
      const { calls } = await opened.reader.page(begun.reached, { at: MAY + DAY, id: '' }, 10)
      const page = {
        id: reprice.id,
        pricing_version: 'second',
        after: begun.reached,
        reached: { at: MAY + DAY, id: '' },
        calls: calls.length,
        costs: calls.map(({ id }) => ({
          call_id: id,
          cost_usd: '1',
          cost_picousd: DOLLAR,
          cost_state: 'exact' as const,
          is_other: true,
        })),
        ended_at: null,
      }
      expect(await opened.reprices.apply(page)).toBe(true)
      const sums = await rowsOf(opened.client)
      expect(await opened.reprices.apply(page)).toBe(false)
      await opened.reprices.beginRevert(reprice.id)
      expect(await opened.reprices.apply({ ...page, after: page.reached })).toBe(false)
      expect(await rowsOf(opened.client)).toEqual(sums)
      expect(await costs()).toHaveLength(2)
    })

    test('that is reverted twice, or was never begun, is no fault', async () => {
      await put({}, {}, {})
      const reprice = repriceOf()
      await apply(reprice, tableOf('second'))
      await revert(reprice.id, 2)
      const reverted = await opened.reprices.find(reprice.id)
      expect(reverted).toMatchObject({ state: 'reverted', changed_calls: 3, reached: { at: MAY, id: '' } })
      await revert(reprice.id)
      expect(await opened.reprices.find(reprice.id)).toEqual(reverted)
      expect(await opened.reprices.beginRevert('nothing')).toBeNull()
    })

    test('passes over a call that cannot be read, and takes the others', async () => {
      const [first, damaged, last] = await put({}, {}, {})
      await opened.client.execute({
        sql: `UPDATE llm_calls SET input_tokens = x'00ff' WHERE id = ?`,
        args: [damaged?.id ?? ''],
      })
      await apply(repriceOf(), tableOf('second'), 1)
      expect((await costs()).map(({ call_id }) => call_id)).toEqual([first?.id, last?.id])
    })

    test('is listed with the latest first, and gone on with from the earliest', async () => {
      const [first, second] = [repriceOf(), repriceOf({ created_at: '2026-06-02T00:00:00.000001Z' })]
      await opened.reprices.begin(second)
      await opened.reprices.begin(first)
      expect((await opened.reprices.list()).map(({ id }) => id)).toEqual([second.id, first.id])
      expect((await opened.reprices.unfinished()).map(({ id }) => id)).toEqual([first.id, second.id])
    })
  })
}
