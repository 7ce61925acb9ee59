import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCost, type BillLine, type Bucket } from '#lib/pricing/bill.ts'
import { type BilledTwice, driftsOf } from '#lib/pricing/drift.ts'

const RATES = { input: '3', output: '15', cached_read: '0.3', cache_write: '3.75' } as const
type Counted = Partial<Record<keyof typeof RATES, number>>

function call(counts: Counted, provider_usd: string, of: Partial<BilledTwice> = {}): BilledTwice {
  const lines = Object.entries(counts).map(([bucket, count]): BillLine => {
    const rate_usd = RATES[bucket as keyof typeof RATES]
    const usd = new Decimal(count).times(rate_usd).div(1_000_000).toFixed()
    return { bucket: bucket as Bucket, count, per: 1_000_000, rate_usd, usd, source: null }
  })
  const cost_usd = lines.reduce((sum, { usd }) => addCost(sum, usd), '0')
  const version = { model: 'openrouter:a', pricing_version: 'own', price_of: 'openrouter:a', condition: null }
  return { ...version, lines, cost_usd, provider_usd, ...of }
}

/** What a provider with other rates says. */
function costBy(rates: Record<string, string>, counts: Counted): Decimal {
  return Object.entries(counts).reduce(
    (sum, [bucket, count]) => sum.plus(new Decimal(count).times(rates[bucket] ?? 0).div(1_000_000)),
    new Decimal(0),
  )
}

const COUNTS: Counted[] = [
  { input: 1_234, output: 567 },
  { input: 98_765, output: 4_321, cached_read: 55_555 },
  { input: 7, output: 1_000_003, cached_read: 10, cache_write: 2_048 },
]

describe('what a provider says that it billed', () => {
  test('agrees with ours within its rounding, and needs no explanation then', () => {
    const calls = COUNTS.map((counts) => call(counts, costBy(RATES, counts).toFixed(6)))
    const [drift] = driftsOf(calls)
    expect(drift).toMatchObject({ calls: 3, agreeing_calls: 3, explanations: [] })
  })

  test('is explained by the one rate that makes every call agree', () => {
    const theirs = { ...RATES, cached_read: '0.75' }
    const [drift] = driftsOf(COUNTS.map((counts) => call(counts, costBy(theirs, counts).toFixed(8))))
    // (55,555 + 10) × $0.45 a million.
    expect(drift).toMatchObject({ agreeing_calls: 1, difference_usd: '0.02500425' })
    expect(drift?.explanations).toEqual([
      { kind: 'rate', bucket: 'cached_read', per: 1_000_000, from_usd: '0.3', to_usd: '0.75' },
    ])
  })

  test('is explained by a fee on all of it', () => {
    const [drift] = driftsOf(COUNTS.map((counts) => call(counts, costBy(RATES, counts).times('1.055').toFixed(8))))
    expect(drift?.explanations).toEqual([{ kind: 'factor', factor: '1.055' }])
  })

  test('is explained by a fee for each request, which our row does not have', () => {
    const [drift] = driftsOf(COUNTS.map((counts) => call(counts, costBy(RATES, counts).plus('0.005').toFixed(8))))
    expect(drift?.explanations).toEqual([{ kind: 'rate', bucket: 'request', per: 1, from_usd: null, to_usd: '0.005' }])
  })

  test('is explained by a rate that our row lacks', () => {
    const lacking = COUNTS.map((counts) => {
      const whole = call(counts, costBy(RATES, counts).toFixed(10))
      const lines = whole.lines.map((line) =>
        line.bucket === 'cached_read' ? { ...line, rate_usd: null, usd: null } : line,
      )
      return { ...whole, lines, cost_usd: lines.reduce((sum, { usd }) => addCost(sum, usd), '0') }
    })
    expect(driftsOf(lacking)[0]?.explanations).toEqual([
      { kind: 'rate', bucket: 'cached_read', per: 1_000_000, from_usd: null, to_usd: '0.3' },
    ])
  })

  test('has no simple explanation where two rates differ', () => {
    const theirs = { ...RATES, input: '4', output: '16' }
    const [drift] = driftsOf(COUNTS.map((counts) => call(counts, costBy(theirs, counts).toFixed(10))))
    expect(drift).toMatchObject({ agreeing_calls: 0, explanations: [] })
  })

  test('of one call alone may be explained in several ways, and all of them are said', () => {
    const [drift] = driftsOf([call({ input: 1_000_000, output: 1_000_000 }, '27')])
    expect(drift?.explanations.map((each) => ('bucket' in each ? [each.bucket, each.to_usd] : each.factor))).toEqual([
      '1.5',
      ['input', '12'],
      ['output', '24'],
      ['request', '9'],
    ])
  })

  test('is told apart by model, version and condition, the largest difference first; without a price there is none', () => {
    const drifts = driftsOf([
      call({ input: 1_000_000 }, '3.1'),
      call({ input: 1_000_000 }, '3', { condition: { service_tier: 'flex' } }),
      call({ input: 1_000_000 }, '9', { model: 'openrouter:b' }),
      call({ input: 1_000_000 }, '2', { model: 'openrouter:c', pricing_version: null, cost_usd: null, lines: [] }),
    ])
    expect(drifts.map(({ model, condition, difference_usd }) => [model, condition, difference_usd])).toEqual([
      ['openrouter:b', null, '6'],
      ['openrouter:a', null, '0.1'],
      ['openrouter:a', { service_tier: 'flex' }, '0'],
      ['openrouter:c', null, null],
    ])
  })

  test('made of binary floats agrees as well', () => {
    expect(driftsOf([call({ input: 100_000 }, '0.30000000000000004')])[0]?.agreeing_calls).toBe(1)
  })

  test('by any other rate leads back to that rate, however it is rounded to a tenth of a millionth', () => {
    const bucket = fc.constantFrom('input', 'output', 'cached_read', 'cache_write')
    fc.assert(
      fc.property(bucket, fc.integer({ min: 1, max: 100_000 }), (changed, cents) => {
        const rate = new Decimal(cents).div(1_000).toFixed()
        fc.pre(rate !== RATES[changed as keyof typeof RATES])
        const counts = [...COUNTS, { input: 400_000, output: 300_000, cached_read: 900_000, cache_write: 700_000 }]
        const calls = counts.map((each) => call(each, costBy({ ...RATES, [changed]: rate }, each).toFixed(7)))
        const found = driftsOf(calls)[0]?.explanations ?? []
        expect(found).toContainEqual(expect.objectContaining({ kind: 'rate', bucket: changed, to_usd: rate }))
      }),
    )
  })
})
