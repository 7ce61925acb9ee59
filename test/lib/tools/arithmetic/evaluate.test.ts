import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from '#lib/tools/arithmetic/evaluate.ts'
import { ArithmeticFault } from '#lib/tools/arithmetic/fault.ts'
import type { Quantity } from '#lib/tools/arithmetic/quantity.ts'
import { power, quantity } from '#lib/tools/arithmetic/quantity.ts'

function faultOf(expression: string): string {
  try {
    return `no fault: ${evaluate(expression)}`
  } catch (error) {
    if (!(error instanceof ArithmeticFault)) throw error
    return `${error.message} @${error.position}`
  }
}

describe('an expression', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['8 - 3 - 2', '3'],
    ['8 / 4 / 2', '1'],
    ['2 ^ 3 ^ 2', '512'],
    ['-2 ^ 2', '-4'],
    ['(-2) ^ 2', '4'],
    ['2 ^ -1', '0.5'],
    ['2 * -3', '-6'],
    ['--3', '3'],
    ['+3 - +2', '1'],
    ['7 % 3', '1'],
    ['-7 % 3', '-1'],
    ['7 % -3', '1'],
    ['7.5 % 2', '1.5'],
    ['0 ^ 0', '1'],
    ['-0', '0'],
    ['0.0e5', '0'],
    ['1e1', '10'],
    ['.5 + 1.', '1.5'],
    ['1e3 + 1E-3', '1000.001'],
    ['  3\n+\t4 ', '7'],
    ['6 × 7 − 2 ÷ 4 · 1', '41.5'],
    ['2 ** 10', '1024'],
  ])('%j is %s', (expression, value) => {
    expect(evaluate(expression)).toBe(value)
  })

  test.each([
    ['sqrt(16)', '4'],
    ['sqrt(0.0625)', '0.25'],
    ['abs(-3.5)', '3.5'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(2.345, 2)', '2.35'],
    ['round(pi, 4)', '3.1416'],
    ['floor(-1.2)', '-2'],
    ['ceil(1.2)', '2'],
    ['min(3, 1, 2)', '1'],
    ['max(3, -1, 2 + 2)', '4'],
    ['MAX(1, 2)', '2'],
    ['max(5)', '5'],
    ['2 * π', '6.28318530717958647692528676656'],
    ['e', '2.71828182845904523536028747135'],
  ])('%s is %s', (expression, value) => {
    expect(evaluate(expression)).toBe(value)
  })
})

describe('a result', () => {
  test('is exact where floating point is not', () => {
    expect(evaluate('0.1 + 0.2')).toBe('0.3')
    expect(evaluate('9007199254740993 + 0')).toBe('9007199254740993')
    expect(evaluate('2^200')).toBe(String(2n ** 200n))
    expect(evaluate('1e30 + 1e-30')).toBe(`1${'0'.repeat(30)}.${'0'.repeat(29)}1`)
  })

  test('that cannot be written out has thirty significant digits', () => {
    expect(evaluate('1 / 3')).toBe(`0.${'3'.repeat(30)}`)
    expect(evaluate('sqrt(2)')).toBe('1.41421356237309504880168872421')
    expect(evaluate('2 ^ 0.5')).toBe('1.41421356237309504880168872421')
    expect(evaluate('1e600 / 3')).toBe(`3.${'3'.repeat(29)}e+599`)
  })

  test('is not off by a rounding that happened on the way', () => {
    expect(evaluate('1 / 3 * 3')).toBe('1')
    expect(evaluate('floor(1 / 3 * 3)')).toBe('1')
    expect(evaluate('(1 / 3 * 3) % 1')).toBe('0')
    expect(evaluate('sqrt(2) ^ 2')).toBe('2')
    expect(evaluate('7 ^ -300 * 7 ^ 300')).toBe('1')
  })

  test.each([
    ['64 ^ (1/3)', '4'],
    ['1000 ^ (1/3)', '10'],
    ['125 ^ (1/3)', '5'],
    ['1e9 ^ (1/3)', '1000'],
    ['1e300 ^ (1/3)', '1e+100'],
    ['27 ^ (2/3)', '9'],
    ['64 ^ (-1/3)', '0.25'],
    ['floor(1000 ^ (1/3))', '10'],
    ['ceil(27 ^ (2/3))', '9'],
    ['(-2) ^ (1/3 * 9)', '-8'],
    ['2 ^ (1/3)', '1.25992104989487316476721060728'],
  ])('of a root is right in every digit shown: %s', (expression, value) => {
    expect(evaluate(expression)).toBe(value)
  })

  test('of more than a thousand digits is rounded too', () => {
    expect(evaluate('1e1000 + 1e-1000')).toBe('1e+1000')
    expect(evaluate('1.0000001 ^ 10000')).toBe('1.00100050011665831999763967101')
  })
})

describe('a fault names what is wrong and at which character', () => {
  test.each([
    ['', 'expected a number, but the expression ends @1'],
    ['1 +', 'expected a number, but the expression ends @4'],
    ['1 + * 2', 'expected a number @5'],
    ['2 3', 'expected an operator @3'],
    ['2pi', 'expected an operator @2'],
    ['1,000 + 1', 'a comma outside a function: write 1000, not 1,000 @2'],
    ['(1 + 2', 'a parenthesis that is never closed @1'],
    ['max(1, 2', 'a parenthesis that is never closed @4'],
    ['(1 + 2 3', 'expected ) @8'],
    ['1)', 'expected an operator @2'],
    ['2 $ 3', 'a character that means nothing here @3'],
    ['exit()', 'unknown name; known are sqrt, abs, floor, ceil, round, min, max, pi, e @1'],
    ['1 + constructor', 'unknown name; known are sqrt, abs, floor, ceil, round, min, max, pi, e @5'],
    ['sqrt 2', 'expected ( after the name of a function @6'],
    ['sqrt()', 'sqrt does not take 0 values @1'],
    ['abs(1, 2)', 'abs does not take 2 values @1'],
    ['round(1, 2, 3)', 'round does not take 3 values @1'],
    ['1 / 0', 'division by zero @3'],
    ['1 % (2 - 2)', 'division by zero @3'],
    ['0 ^ -1', 'zero has no negative power @3'],
    ['sqrt(-1)', 'a negative number has no real square root @1'],
    ['(-8) ^ (1/3)', 'a negative number has no real power with a fraction @6'],
    ['round(1, -1)', 'places must be a whole number from 0 to 1000 @1'],
    ['round(1, 0.5)', 'places must be a whole number from 0 to 1000 @1'],
  ])('%j: %s', (expression, fault) => {
    expect(faultOf(expression)).toBe(fault)
  })
})

describe('what would take forever', () => {
  const tooLarge = 'a number beyond 10^1000 or closer to zero than 10^-1000'

  test.each([
    ['9^9^9', 'an exponent beyond 10000 @2'],
    ['10^1001', `${tooLarge} @3`],
    ['1.5^9999 * 1', `${tooLarge} @4`],
    ['(0.5)^9999', `${tooLarge} @6`],
    ['1e999999999', `${tooLarge} @1`],
    ['1e-99999999999999999999', `${tooLarge} @1`],
    ['1e900 * 1e900', `${tooLarge} @7`],
    ['1e-900 * 1e-900', `${tooLarge} @8`],
  ])('is refused at once: %s', (expression, fault) => {
    expect(faultOf(expression)).toBe(fault)
  })

  test('is refused by its length and by its depth', () => {
    expect(faultOf('1+'.repeat(500) + 1)).toBe('longer than 1000 characters @1001')
    expect(faultOf(`${'('.repeat(100)}1${')'.repeat(100)}`)).toBe('nested more than 64 deep @65')
    expect(faultOf(`${'-'.repeat(100)}1`)).toBe('nested more than 64 deep @65')
    expect(faultOf(`2${'^2'.repeat(100)}`)).toContain('nested more than 64 deep')
  })

  test('takes no longer for the root of a thousand digits than for that of sixty', () => {
    const half = quantity('0.5')
    const taken = (base: Quantity) => {
      const started = performance.now()
      for (let count = 0; count < 10; count++) power(base, half)
      return performance.now() - started
    }
    const [long, short] = ['999', '60'].map((digits) => power(quantity('9'), quantity(digits))) as [Quantity, Quantity]
    // By turns, and the quickest of each: whatever else the machine does makes some of them slower, and none quicker.
    const quickest = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY }
    for (let round = 0; round < 9 || (round < 200 && quickest.long >= 2.5 * quickest.short); round++) {
      quickest.short = Math.min(quickest.short, taken(short))
      quickest.long = Math.min(quickest.long, taken(long))
    }
    expect(quickest.long).toBeLessThan(2.5 * quickest.short)
  })

  test('stays small at the limits that are allowed', () => {
    expect(evaluate(`${'('.repeat(64)}1${')'.repeat(64)}`)).toBe('1')
    expect(evaluate('10^1000')).toHaveLength(1001)
    expect(evaluate(`sqrt(2)${'*sqrt(2)'.repeat(123)}`)).toBe(String(2n ** 62n))
  })
})

const Exact = Decimal.clone({ precision: 1_000 })
const literal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => new Exact(String(digits)).times(new Exact(10).pow(-places)).toFixed())

interface Sum {
  text: string
  value: Decimal
}

const OPERATIONS = {
  '+': (a: Decimal, b: Decimal) => a.plus(b),
  '-': (a: Decimal, b: Decimal) => a.minus(b),
  '*': (a: Decimal, b: Decimal) => a.times(b),
} as const

const { tree } = fc.letrec<{ tree: Sum }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal.map((text) => ({ text, value: new Exact(text) })),
    tie('tree').map(({ text, value }) => ({ text: `-(${text})`, value: value.negated() })),
    fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree')).map(([a, operator, b]) => ({
      text: `(${a.text} ${operator} ${b.text})`,
      value: OPERATIONS[operator](a.value, b.value),
    })),
  ),
}))

test('sums and products of any shape are what decimal.js says', () => {
  fc.assert(
    fc.property(
      tree.filter(({ text }) => text.length <= 1_000),
      ({ text, value }) => {
        expect(evaluate(text)).toBe(value.isZero() ? '0' : value.toFixed())
      },
    ),
  )
})

test('without parentheses, products bind tighter than sums and equals group to the left', () => {
  const terms = fc.array(fc.tuple(fc.constantFrom('+', '-', '*'), fc.bigInt({ min: 0n, max: 999n })), { maxLength: 30 })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999n }), terms, (first, rest) => {
      const sums: bigint[] = [first]
      for (const [operator, term] of rest) {
        if (operator === '*') sums.push((sums.pop() ?? 0n) * term)
        else sums.push(operator === '+' ? term : -term)
      }
      const text = `${first}${rest.map(([operator, term]) => ` ${operator} ${term}`).join('')}`
      expect(evaluate(text)).toBe(String(sums.reduce((a, b) => a + b, 0n)))
    }),
  )
})

test('a quotient is within its last digit of what decimal.js says', () => {
  fc.assert(
    fc.property(literal, literal, (a, b) => {
      fc.pre(!new Exact(b).isZero())
      const got = new Exact(evaluate(`${a} / ${b}`))
      const wanted = new Exact(a).div(b)
      expect(got.minus(wanted).abs().lessThanOrEqualTo(wanted.abs().times('1e-29'))).toBe(true)
    }),
  )
})

test('any text has a value or a fault, never another error', () => {
  const noise = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.+-*/^%(), eπ'), maxLength: 40 }))
  fc.assert(
    fc.property(noise, (text) => {
      expect(faultOf(text)).not.toBe('')
    }),
  )
})
