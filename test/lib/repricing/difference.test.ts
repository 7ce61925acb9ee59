import { describe, expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { DifferenceSums } from '#lib/repricing/difference.ts'
import type { BilledCall } from '#lib/store/reprice-store.ts'
import { tableOf } from '#test/support/repricing.ts'

const NOON = parseTimestamp('2026-05-08T12:00:00.000000Z')
let made = 0

/** A million tokens of a model that costs 2.5 dollars by the version, billed with 2. */
function call(fields: Partial<BilledCall> = {}): BilledCall {
  made += 1
  return {
    id: `call_${String(made).padStart(5, '0')}`,
    session_id: 'S1',
    started_by: 'local',
    started_at: formatTimestamp(NOON + made),
    model_asked: 'demo:one',
    model_served: 'demo:one',
    by_own_server: false,
    usage: { input_tokens: 1_000_000, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    cost_picousd: 2_000_000_000_000n,
    cost_state: 'exact',
    pricing_version: 'first',
    ...fields,
  }
}

const without = { cost_picousd: null, cost_state: 'unpriced', pricing_version: null } as const

function differenceOf(...calls: BilledCall[]) {
  const sums = new DifferenceSums(tableOf('second'), (at) => at.slice(0, 10))
  for (const each of calls) sums.add(each)
  return sums.result()
}

const all = ({
  before_usd,
  after_usd,
  difference_usd,
  unpriced_before,
  unpriced_after,
  kept_calls,
}: ReturnType<typeof differenceOf>) => ({
  before_usd,
  after_usd,
  difference_usd,
  unpriced_before,
  unpriced_after,
  kept_calls,
})

describe('what a reprice would change', () => {
  test('is told by day, model, person and session, each with what was billed and what it would be', () => {
    const difference = differenceOf(
      call(),
      call({ model_served: 'demo:three', session_id: 'S2', started_by: 'somebody' }),
      call({ started_at: '2026-05-07T00:00:00.000000Z', session_id: null }),
    )
    const row = (key: string | null, calls: number, before_usd: string, after_usd: string, difference_usd: string) => ({
      key,
      calls,
      before_usd,
      after_usd,
      difference_usd,
      unpriced_before: 0,
      unpriced_after: 0,
      kept_calls: 0,
    })
    expect(difference).toMatchObject({
      calls: 3,
      changed_calls: 3,
      before_usd: '6',
      after_usd: '5',
      difference_usd: '-1',
    })
    expect(difference.by_day).toEqual([
      row('2026-05-07', 1, '2', '2.5', '0.5'),
      row('2026-05-08', 2, '4', '2.5', '-1.5'),
    ])
    expect(difference.by_model).toEqual([row('demo:three', 1, '2', '0', '-2'), row('demo:one', 2, '4', '5', '1')])
    expect(difference.by_person).toEqual([row('somebody', 1, '2', '0', '-2'), row('local', 2, '4', '5', '1')])
    expect(difference.by_session).toEqual([
      row('S2', 1, '2', '0', '-2'),
      row('S1', 1, '2', '2.5', '0.5'),
      row(null, 1, '2', '2.5', '0.5'),
    ])
  })

  test('is of nothing where there is no call', () => {
    expect(differenceOf()).toEqual({
      calls: 0,
      changed_calls: 0,
      before_usd: '0',
      after_usd: '0',
      difference_usd: '0',
      unpriced_before: 0,
      unpriced_after: 0,
      kept_calls: 0,
      by_day: [],
      by_model: [],
      by_person: [],
      by_session: [],
      computed_from: { reported: 0, estimated: 0, incomplete: 0 },
      items: [],
    })
  })

  test('never shows a missing price as nothing', () => {
    const found = differenceOf(call(without))
    expect(all(found)).toEqual({
      before_usd: null,
      after_usd: '2.5',
      difference_usd: '2.5',
      unpriced_before: 1,
      unpriced_after: 0,
      kept_calls: 0,
    })
    const neither = differenceOf(call({ ...without, model_served: 'demo:two', model_asked: 'demo:two' }))
    expect(all(neither)).toEqual({
      before_usd: null,
      after_usd: null,
      difference_usd: null,
      unpriced_before: 1,
      unpriced_after: 1,
      kept_calls: 0,
    })
    expect(neither.items).toMatchObject([{ before_usd: null, after_usd: null, difference_usd: null }])
    expect(neither.changed_calls).toBe(0)
  })

  test('keeps what was billed where the version has no price, and counts it as one without', () => {
    expect(all(differenceOf(call({ model_served: 'demo:two', model_asked: 'demo:two' })))).toEqual({
      before_usd: '2',
      after_usd: '2',
      difference_usd: '0',
      unpriced_before: 0,
      unpriced_after: 1,
      kept_calls: 1,
    })
  })

  test('counts as without a price what has one for a part, before and by the version', () => {
    const cached_input_tokens = 5
    const usage = { input_tokens: 1_000_000, output_tokens: 0, cached_input_tokens, cache_creation_input_tokens: 0 }
    const found = differenceOf(call({ usage }), call({ cost_state: 'partial' }))
    expect(found).toMatchObject({ unpriced_before: 1, unpriced_after: 1, changed_calls: 2, after_usd: '5' })
  })

  test('finds a price that turns out to be nothing: unpriced is not free', () => {
    const found = differenceOf(call({ ...without, model_served: 'demo:three' }))
    expect(found).toMatchObject({ before_usd: null, after_usd: '0', difference_usd: '0', changed_calls: 1 })
  })

  test('says of each call what it was computed from, and leaves what nobody knows', () => {
    const estimated = { ...(call().usage as NonNullable<BilledCall['usage']>), estimated: true }
    const found = differenceOf(
      call(),
      call({ usage: estimated }),
      call({ ...without, usage: null, cost_state: 'unknown' }),
    )
    expect(found.computed_from).toEqual({ reported: 1, estimated: 1, incomplete: 1 })
    expect(found.items.map(({ computed_from }) => computed_from)).toEqual(['reported', 'estimated', 'incomplete'])
    expect(found).toMatchObject({ calls: 3, changed_calls: 2, unpriced_before: 0, unpriced_after: 0 })
  })

  test('names the 200 calls and sessions with the largest difference, whichever way it goes', () => {
    const calls = Array.from({ length: 1_000 }, (_, n) => {
      // 0.5, -1.5, 2.5, -3.5 … dollars more.
      const more = BigInt(n % 2 === 0 ? n : -n) * 1_000_000_000_000n
      return call({ session_id: `S${n}`, cost_picousd: 2_500_000_000_000n - more })
    })
    const found = differenceOf(...calls)
    expect(found.items.map(({ session_id }) => session_id)).toEqual(
      Array.from({ length: 200 }, (_, n) => `S${999 - n}`),
    )
    expect(found.by_session.map(({ key }) => key)).toEqual(found.items.map(({ session_id }) => session_id))
    expect(found.items.slice(0, 2).map(({ difference_usd }) => difference_usd)).toEqual(['-999', '998'])
  })
})
