import { describe, expect, test } from 'vitest'
import { PriceBook, type PricedVersion } from '#lib/pricing/price-book.ts'

const version = (pricing_version: string, day: string, origin: PricedVersion['origin'] = 'published') => ({
  pricing_version,
  effective_from: `2026-${day}T00:00:00.000000Z`,
  origin,
  author: null,
  note: '',
  table: { pricing_version, models: {} },
})
const at = (book: PriceBook, day: string) => book.at(`2026-${day}T00:00:00.000000Z`).pricing_version

describe('a book of prices', () => {
  test('has each version from its moment on until the next begins, in whatever order they came', () => {
    const book = new PriceBook([version('b', '03-01'), version('a', '01-01')])
    expect(['01-01', '02-28', '03-01', '12-31'].map((day) => at(book, day))).toEqual(['a', 'a', 'b', 'b'])
  })

  test('has the first for what was before it', () => {
    expect(at(new PriceBook([version('a', '05-01'), version('b', '06-01')]), '01-01')).toBe('a')
  })

  test('has those of the product until one is published, and then no more', () => {
    const book = new PriceBook([
      version('shipped 1', '01-01', 'shipped'),
      version('own', '02-01'),
      version('shipped 2', '03-01', 'shipped'),
    ])
    expect(['01-15', '02-15', '03-15'].map((day) => at(book, day))).toEqual(['shipped 1', 'own', 'own'])
  })

  test('takes others in their place', () => {
    const book = new PriceBook([version('a', '01-01')])
    book.replace([version('a', '01-01'), version('b', '02-01')])
    expect(at(book, '02-01')).toBe('b')
  })

  test('is nothing without any', () => {
    expect(() => new PriceBook([])).toThrow('there are no prices')
  })
})
