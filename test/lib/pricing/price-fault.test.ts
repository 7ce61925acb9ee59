import { expect, test } from 'vitest'
import { faultsOf } from '#lib/pricing/price-fault.ts'

const row = { input_per_mtok_usd: '1.5', output_per_mtok_usd: '2' }
const isProvider = (name: string) => name === 'a'
const fault = (price: unknown, id = 'a:b') => faultsOf({ [id]: price }, isProvider)[0]

test('rows that are right have no fault', () => {
  const step = { ...row, when: { above_input_tokens: 5, service_tier: 'flex' } }
  const source = { source: 'https://prices.example', read_on: '2026-11-23' }
  const whole = { ...row, cached_read_per_mtok_usd: '0.000001', conditional: [step], per_request_usd: '0.01', source }
  expect(faultsOf({ 'a:b': row, 'a:c': { free: true }, 'a:d': whole }, isProvider)).toEqual([])
})

test.each([
  ['-1', '-1 is negative'],
  ['NaN', 'NaN is no number'],
  ['Infinity', 'Infinity is no number'],
  ['1e400', '1e400 has an exponent: write it out'],
  ['3e-6', '3e-6 has an exponent: write it out'],
  ['1,5', '1,5 has a comma: write a point before the decimals, and nothing between thousands'],
  ['1,000.50', '1,000.50 has a comma: write a point before the decimals, and nothing between thousands'],
  ['$3', '$3 has a currency sign: rates are in US dollars, and written without one'],
  ['3 EUR', '3 EUR has a currency sign: rates are in US dollars, and written without one'],
  [' 3', ' 3 has a blank before or behind it'],
  ['1.1234567', '1.1234567 has more than six decimals'],
  ['1234567890123', '1234567890123 is larger than any rate can be'],
  ['=1+1', '=1+1 is no number'],
  ['', 'there is no rate'],
  [undefined, 'there is no rate'],
  [3, '3 is a number: write it in quotes, so that no digit is lost'],
  [['1'], 'is no rate'],
  ['x'.repeat(50), `${'x'.repeat(40)}… is no number`],
])('of the rate %j it is said what is wrong', (rate, reason) => {
  expect(fault({ ...row, input_per_mtok_usd: rate })).toEqual({ row: 'a:b', field: 'input_per_mtok_usd', reason })
})

test('a fault within a condition names its place', () => {
  const conditional = [
    { ...row, when: { service_tier: 'flex' } },
    { ...row, output_per_mtok_usd: '-2', when: {} },
  ]
  expect(fault({ ...row, conditional })).toEqual({
    row: 'a:b',
    field: 'conditional.1.output_per_mtok_usd',
    reason: '-2 is negative',
  })
})

test.each([
  ['b', 'a model id of the form provider:name'],
  ['nobody:b', 'there is no provider nobody'],
])('the model %j is not taken', (id, reason) => {
  expect(fault(row, id)).toEqual({ row: id, field: null, reason })
})

test.each([
  [{ ...row, cache_read_per_mtok_usd: '1' }, 'cache_read_per_mtok_usd'],
  [{ ...row, conditional: [{ ...row, when: {} }] }, 'conditional.0.when'],
  [{ free: true, ...row }, 'input_per_mtok_usd'],
  [{ free: 'yes' }, 'free'],
  [null, null],
  ['1', null],
])('%j is not a price, and its field is named', (price, field) => {
  expect(fault(price)?.field).toBe(field)
})

test('each faulty row is named once, in the order in which they stand', () => {
  const bad = { input_per_mtok_usd: '-1', output_per_mtok_usd: '-2' }
  const faults = faultsOf({ 'a:x': bad, 'a:y': row, 'a:z': bad, nothing: row }, isProvider)
  expect(faults.map(({ row: id, field }) => [id, field])).toEqual([
    ['a:x', 'input_per_mtok_usd'],
    ['a:z', 'input_per_mtok_usd'],
    ['nothing', null],
  ])
})
