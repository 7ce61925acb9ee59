import { describe, expect, test } from 'vitest'
import { outlierOf, spentOverTime } from '#app/_admin/usage/spend-series.ts'
import { row } from './usage-builder.ts'

const DAYS = ['2026-11-01T00:00:00.000000Z', '2026-11-02T00:00:00.000000Z']
const [FIRST = '', SECOND = ''] = DAYS

describe('what was spent over time', () => {
  test('has a bar for each bucket, also where no call was made, and adds up to the last digit', () => {
    const { series, bars } = spentOverTime(
      [
        row('demo:one', { bucket: SECOND, cost_usd: '0.000000000001' }),
        row('demo:two', { bucket: SECOND, cost_usd: '1234567890123.1' }),
      ],
      DAYS,
    )
    expect(series.map(({ of, cost_usd }) => [of, cost_usd])).toEqual([
      [{ key: 'demo:two' }, '1234567890123.1'],
      [{ key: 'demo:one' }, '0.000000000001'],
    ])
    expect(bars.map(({ cost_usd, calls }) => [cost_usd, calls])).toEqual([
      ['0', 0],
      ['1234567890123.100000000001', 2],
    ])
    expect(bars[1]?.parts.map(({ cost_usd }) => cost_usd)).toEqual(['1234567890123.1', '0.000000000001'])
  })

  test('puts all but the four dearest of many together, and keeps apart what has no name', () => {
    const rows = [1, 2, 3, 4, 5].map((n) => row(`demo:${n}`, { bucket: FIRST, cost_usd: `${n}` }))
    rows.push(row(null, { bucket: FIRST, cost_usd: '6' }))
    const { series, bars } = spentOverTime(rows, DAYS)
    expect(series.map(({ of, cost_usd }) => [of, cost_usd])).toEqual([
      [{ key: null }, '6'],
      [{ key: 'demo:5' }, '5'],
      [{ key: 'demo:4' }, '4'],
      [{ key: 'demo:3' }, '3'],
      [{ others: 2 }, '3'],
    ])
    expect(bars[0]?.parts.at(-1)).toMatchObject({ cost_usd: '3', calls: 2 })
  })

  test('is not known where nothing of it has a price', () => {
    const unpriced = { cost_usd: null, unpriced_calls: 1 }
    const { series, bars } = spentOverTime(
      [
        row('demo:one', { bucket: FIRST, ...unpriced }),
        row('demo:two', { bucket: SECOND, cost_usd: '1' }),
        row('demo:one', { bucket: SECOND, ...unpriced }),
      ],
      DAYS,
    )
    expect(series.at(-1)).toMatchObject({ of: { key: 'demo:one' }, cost_usd: null, unpriced_calls: 2 })
    expect(bars.map(({ cost_usd, unpriced_calls }) => [cost_usd, unpriced_calls])).toEqual([
      [null, 1],
      ['1', 1],
    ])
  })
})

describe('the bar that is worth a note', () => {
  const far = (...amounts: (string | null)[]) =>
    outlierOf(amounts.map((cost_usd, n) => ({ ...row(null), cost_usd, begins: `${n}`, parts: [] })))

  test('is far above all others', () => expect(far('1', '1.2', '9', '0.8', '1', '0.3')).toBe(2))
  test('is none where another is nearly as high', () => expect(far('1', '1.2', '9', '8', '1', '0.3')).toBeNull())
  test('is none of a few, of which one is always the highest', () => expect(far('1', null, '0', '9')).toBeNull())
  test('is none where nothing was spent', () => expect(far()).toBeNull())
})
