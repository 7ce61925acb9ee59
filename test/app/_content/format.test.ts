import { describe, expect, test } from 'vitest'
import {
  costLabel,
  countLabel,
  durationLabel,
  roughCostLabel,
  roughSpendingLabel,
  spendingDetail,
  spendingLabel,
} from '#app/_content/format.ts'

describe('a cost', () => {
  test.each([
    ['0.000654', '$0.000654'],
    ['0.3', '$0.30'],
    ['12', '$12.00'],
    ['1.2500', '$1.25'],
    ['0', '$0'],
    ['0.00', '$0'],
  ])('%s is shown exactly, as %s', (usd, label) => expect(costLabel(usd)).toBe(label))

  test.each([
    ['0.00536445', '$0.0054'],
    ['0.104', '$0.10'],
    ['12.345', '$12.35'],
    ['0.0999', '$0.10'],
    ['0.0000012', '$0.0000012'],
    ['0.0000005', '<$0.000001'],
    ['0', '$0'],
  ])('%s is %s where there is no room', (usd, label) => expect(roughCostLabel(usd)).toBe(label))
})

describe('what was spent', () => {
  test.each([
    ['0.0123', 0, '$0.0123'],
    ['0.5', 0, '$0.5000'],
    ['12', 0, '$12.0000'],
    ['0.00536445', 0, '$0.00536445'],
    ['0', 0, '$0'],
    ['0.0123', 1, 'at least $0.0123'],
    [null, 2, 'no price'],
    [null, 0, 'no price'],
    ['0', 1, 'no price'],
    ['0.00', 1, 'no price'],
  ])('%s with %i calls without a price reads %s', (usd, unpriced, label) => {
    expect(spendingLabel(usd, unpriced)).toBe(label)
  })

  test('is rough where there is no room', () => {
    expect(roughSpendingLabel('0.00536445', 0)).toBe('$0.0054')
    expect(roughSpendingLabel(null, 1)).toBe('no price')
    expect(roughSpendingLabel('0', 1)).toBe('no price')
  })

  test.each([
    ['0.00166545', 'at least $0.0016'],
    ['0.0999', 'at least $0.099'],
    ['0.1', 'at least $0.1'],
    ['0.109', 'at least $0.10'],
    ['12.349', 'at least $12.34'],
    ['100.999', 'at least $100.99'],
    ['3', 'at least $3'],
    ['0.00000051', 'at least $0.00000051'],
  ])('is never rounded beyond what is known: %s is %s', (usd, label) => {
    expect(roughSpendingLabel(usd, 1)).toBe(label)
  })

  test('comes with how much is missing in it', () => {
    expect(spendingDetail('Cost of this chat', 0)).toBe('Cost of this chat')
    expect(spendingDetail('Cost of this chat', 1)).toBe('Cost of this chat; one model call has no price')
    expect(spendingDetail('Cost', 1_234)).toBe('Cost; 1,234 model calls have no price')
  })
})

test.each([
  [800, '0.8\u00a0s'],
  [3_000, '3\u00a0s'],
  [12_400, '12\u00a0s'],
  [125_000, '2\u00a0min 5\u00a0s'],
])('%i ms reads %s', (ms, label) => expect(durationLabel(ms)).toBe(label))

test('thousands are set apart', () => expect(countLabel(1234567)).toBe('1,234,567'))
