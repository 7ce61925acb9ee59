import { describe, expect, test } from 'vitest'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { priceFor } from '#lib/pricing/whose-price.ts'

const rates = (input_per_mtok_usd: string) => ({ input_per_mtok_usd, output_per_mtok_usd: '1' })
const BIG = rates('2.5')
const MINI = rates('0.15')
const table = parsePriceTable({
  pricing_version: 'v',
  models: {
    'openai:big': BIG,
    'openai:mini': MINI,
    'openai:big-2024-05-13': rates('5'),
    'openai:gpt-4o': rates('3'),
    'openai:tiny': { free: true },
    'openai:solo-2025-01-01': rates('9'),
    'openrouter:maker/big': rates('7'),
  },
})

const price = (asked: string, served: string, by_own_server = false) =>
  priceFor({ asked, served, by_own_server }, table)?.price ?? null

describe('a provider’s public service', () => {
  test('is paid for the model that answered', () => {
    expect(price('openai:big', 'openai:big')).toEqual(BIG)
    expect(price('openai:big', 'openai:mini')).toEqual(MINI)
    expect(price('openai:mini', 'openai:big')).toEqual(BIG)
    expect(price('openai:no-price', 'openai:mini')).toEqual(MINI)
    expect(price('openrouter:auto', 'openrouter:maker/big')).toEqual(rates('7'))
  })

  test.each([
    'openai:big-2026-01-31',
    'openai:big-20260131',
    'openai:big@20260131',
    'openai:big-latest',
    'openai:BIG',
    'openai:Big-2026-01-31',
  ])('is paid for the asked-for model where %s answers: the same one in other words', (served) => {
    expect(price('openai:big', served)).toEqual(BIG)
  })

  test.each(['openai:big-latest', 'openai:big-20260131', 'openai:BIG'])(
    'is paid for the model itself where it was asked for as %s',
    (asked) => {
      expect(price(asked, 'openai:big')).toEqual(BIG)
    },
  )

  test('is paid for a release by that release’s own price, and for a known dated name by that of its model', () => {
    expect(price('openai:big', 'openai:big-2024-05-13')).toEqual(rates('5'))
    expect(price('openai:big-2024-05-13', 'openai:big-20240513')).toEqual(rates('5'))
    expect(price('openai:other', 'openai:gpt-4o-2024-11-20')).toEqual(rates('3'))
  })

  test.each(['openai:solo', 'openai:solo-latest', 'openai:SOLO-20250101'])(
    'is paid for the asked-for release where %s answers, which has no price of its own',
    (served) => {
      expect(price('openai:solo-2025-01-01', served)).toEqual(rates('9'))
      expect(price('openai:solo-2025-01-02', served)).toBeNull()
    },
  )

  test.each([
    ['openai:big', 'openai:another'],
    ['openai:big', 'openai:big-pro'],
    ['openai:big', 'openai:big-mini-2026-01-31'],
    ['openai:big', 'openai:big2'],
    ['openai:big', 'openai:big-2026'],
    ['openai:big', 'openai:bigger-20260131'],
    ['openai:big', 'openai:x-big'],
    ['openai:big', 'openai:big-20260131-preview'],
    ['openai:big', 'openai:big-202601311'],
    ['openai:big-2024-05-13', 'openai:big-2026-01-31'],
    ['openai:big', 'openrouter:big'],
    ['openrouter:auto', 'openrouter:maker/unknown'],
  ])(
    'wire-rule 127: asked for %s, which %s answers, a different model without a price, it is unpriced',
    (asked, served) => {
      expect(price(asked, served)).toBeNull()
    },
  )
})

describe('a server of the user’s own', () => {
  test.each([
    ['openai:big', 'openai:unknown'],
    ['openai:big', 'openai:big'],
    ['openai:big', 'openai:mini'],
    ['openai:big', 'openai:big-2026-01-31'],
    ['openai:big', 'openai:BIG'],
    ['openai:gpt-4o', 'openai:gpt-4o-2024-11-20'],
    ['openai:unknown', 'openai:unknown'],
  ])('wire-rule 127: asked for %s, which %s answers, gets no vendor’s price', (asked, served) => {
    expect(price(asked, served, true)).toBeNull()
  })

  test('is free where a row says so, by the model that answered', () => {
    expect(price('openai:tiny', 'openai:tiny', true)).toEqual({ free: true })
    expect(price('openai:big', 'openai:tiny', true)).toEqual({ free: true })
    expect(price('openai:tiny', 'openai:TINY', true)).toEqual({ free: true })
    expect(price('openai:tiny', 'openai:unknown', true)).toBeNull()
  })
})
