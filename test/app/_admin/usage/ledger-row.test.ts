import { describe, expect, test } from 'vitest'
import { ledgerRows } from '#app/_admin/usage/ledger-row.ts'
import { row, totals } from './usage-builder.ts'

const shown = [
  row('a', { calls: 2, cost_usd: '1.1', cache_saved_usd: '0.3', unpriced_calls: 1 }),
  row('b', { cost_usd: null }),
]

describe('the rows of a ledger', () => {
  test('are those of the answer where these are all', () => {
    expect(ledgerRows(shown, totals({ calls: 3 }), true).map(({ row: of }) => of?.key)).toEqual(['a', 'b'])
  })

  test('end with what they lack of the whole, so that they add up to the last digit', () => {
    const whole = totals({ calls: 10, cost_usd: '2.100000000001', cache_saved_usd: '0.1', unpriced_calls: 3 })
    expect(ledgerRows(shown, whole, false).at(-1)).toMatchObject({
      row: null,
      calls: 7,
      cost_usd: '1.000000000001',
      cache_saved_usd: '-0.2',
      unpriced_calls: 2,
    })
  })

  test('lack nothing where every call is in one of them', () => {
    expect(ledgerRows(shown, totals({ calls: 3 }), false)).toHaveLength(2)
  })
})
