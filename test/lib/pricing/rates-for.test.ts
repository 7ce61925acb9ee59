import { describe, expect, test } from 'vitest'
import type { ConditionalRates, RatedPrice } from '#lib/pricing/price.ts'
import { ratesFor } from '#lib/pricing/rates-for.ts'

const rates = (input: string) => ({ input_per_mtok_usd: input, output_per_mtok_usd: '0' })
const priced = (...conditional: [input: string, when: ConditionalRates['when']][]): RatedPrice => ({
  ...rates('base'),
  conditional: conditional.map(([input, when]) => ({ ...rates(input), when })),
})
const NOON = '2026-11-23T12:00:00.000000Z'
const chosen = (price: RatedPrice, input_tokens: number, service_tier?: string, at = NOON) =>
  ratesFor(price, { input_tokens, service_tier, at })?.input_per_mtok_usd ?? null

describe('the rates of a call', () => {
  test('are the ordinary ones where no condition holds', () => {
    expect(chosen(rates('base'), 1e9)).toBe('base')
    expect(chosen(priced(['long', { above_input_tokens: 100 }]), 100)).toBe('base')
  })

  test('are those of the highest step that the input has passed, in whatever order they stand', () => {
    const price = priced(['third', { above_input_tokens: 300 }], ['first', { above_input_tokens: 100 }])
    expect([100, 101, 300, 301].map((count) => chosen(price, count))).toEqual(['base', 'first', 'first', 'third'])
  })

  test('begin at a step of xAI with its own count, and elsewhere behind it', () => {
    const price = priced(['from', { from_input_tokens: 200 }])
    expect([199, 200].map((count) => chosen(price, count))).toEqual(['base', 'from'])
  })

  test('are those of the tier that served it, with its step where it has one', () => {
    const price = priced(
      ['long', { above_input_tokens: 100 }],
      ['flex', { service_tier: 'flex' }],
      ['long flex', { service_tier: 'flex', above_input_tokens: 100 }],
      ['priority', { service_tier: 'priority' }],
    )
    expect(chosen(price, 50, 'flex')).toBe('flex')
    expect(chosen(price, 500, 'flex')).toBe('long flex')
    expect(chosen(price, 500, 'priority')).toBe('priority')
    expect(chosen(price, 500)).toBe('long')
  })

  test('are unknown in a tier that the price does not have', () => {
    expect(chosen(priced(['flex', { service_tier: 'flex' }]), 5, 'priority')).toBeNull()
    expect(chosen(rates('base'), 5, 'scale')).toBeNull()
  })

  test.each([
    ['2026-11-23T01:00:00.000000Z', 'peak'],
    ['2026-11-23T03:59:59.999999Z', 'peak'],
    ['2026-11-23T04:00:00.000000Z', 'base'],
    ['2026-11-23T09:59:00.000000Z', 'peak'],
    ['2026-11-23T10:00:00.000000Z', 'base'],
    ['2026-11-22T01:00:00.000000Z', 'base'],
    ['2026-11-27T06:00:00.000000Z', 'peak'],
    ['2026-11-28T06:00:00.000000Z', 'base'],
  ])('follow the hour of the call in UTC: at %s they are %s', (at, expected) => {
    const peak = {
      days: [1, 2, 3, 4, 5],
      hours: [
        [1, 4],
        [6, 10],
      ] as [number, number][],
    }
    expect(chosen(priced(['peak', { utc: peak }]), 5, undefined, at)).toBe(expected)
  })

  test('of a step with an hour go before those of the step alone', () => {
    const always = { days: [1, 2, 3, 4, 5, 6, 7], hours: [[0, 24]] as [number, number][] }
    const price = priced(
      ['hour', { utc: always }],
      ['step and hour', { above_input_tokens: 100, utc: always }],
      ['step', { above_input_tokens: 100 }],
    )
    expect([chosen(price, 100), chosen(price, 101)]).toEqual(['hour', 'step and hour'])
  })
})
