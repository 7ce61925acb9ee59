import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromPicoDollars, toPicoDollars, toSignedPicoDollars } from '#lib/canonical/pico-dollars.ts'

test.each([
  ['0', 0n],
  ['0.000000000001', 1n],
  ['1.5', 1_500_000_000_000n],
  ['0.00103125', 1_031_250_000n],
  ['999999.999999999999', 999_999_999_999_999_999n],
  // A last digit that no price of ours makes.
  ['0.0000000000014', 1n],
  ['0.0000000000015', 2n],
])('%s dollars are %s of 10^-12', (dollars, pico) => expect(toPicoDollars(dollars)).toBe(pico))

test.each(['1000000', '1e-9', '-1', '', '.5', '1.', 'much'])('%j is none', (dollars) =>
  expect(toPicoDollars(dollars)).toBeNull(),
)

test('whatever has twelve decimals comes out as it is', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (pico) => {
      expect(toPicoDollars(new Decimal(pico.toString()).div('1e12').toFixed())).toBe(pico)
    }),
  )
})

test('a difference may be below 0', () => {
  expect(toSignedPicoDollars('-1.5')).toBe(-1_500_000_000_000n)
  expect(toSignedPicoDollars('1.5')).toBe(1_500_000_000_000n)
  expect(toSignedPicoDollars('--1')).toBeNull()
})

test.each([
  [0n, 0n, '0'],
  [100n, 0n, '100'],
  [0n, 1n, '0.000000000001'],
  [2n, 3_500_000_000_000n, '5.5'],
  [0n, -250_000_000_000n, '-0.25'],
  [1n, -1_500_000_000_000n, '-0.5'],
  [10_000_000n, 0n, '10000000'],
])('%s dollars and %s of 10^-12 are %s', (dollars, rest, text) => expect(fromPicoDollars(dollars, rest)).toBe(text))
