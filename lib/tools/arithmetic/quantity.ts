import { Decimal } from 'decimal.js'

/** A number and whether it is the true result or one that had to be rounded on the way. */
export interface Quantity {
  readonly value: Decimal
  readonly exact: boolean
}

/** Why an operation has no result, as a clause. */
export class NoResult extends Error {
  override readonly name = 'NoResult'
}

/** Results of this many significant digits are kept whole; longer ones are rounded. */
const MOST_DIGITS = 1_000
/** Digits in results that cannot be written out (a third, the root of two), and those carried until then. */
const SHOWN_DIGITS = 30
const CARRIED_DIGITS = 60
const LARGEST_EXPONENT = 1_000
const LARGEST_POWER = 10_000

const Exact = Decimal.clone({ precision: 2 * (MOST_DIGITS + LARGEST_EXPONENT) + 10 })
const Rounded = Decimal.clone({ precision: CARRIED_DIGITS })

export const CONSTANTS: Readonly<Record<string, Quantity>> = {
  pi: { value: new Exact('3.14159265358979323846264338327950288419716939937510582097494'), exact: false },
  e: { value: new Exact('2.71828182845904523536028747135266249775724709369995957496697'), exact: false },
}

export function quantity(text: string): Quantity {
  const value = new Exact(text)
  // decimal.js takes an exponent beyond its own range for zero.
  if (value.isZero() && /^[\d.]*[1-9]/.test(text)) throw tooLarge()
  return bounded(value, true)
}

export function add(a: Quantity, b: Quantity): Quantity {
  return bounded(a.value.plus(b.value), a.exact && b.exact)
}

export function subtract(a: Quantity, b: Quantity): Quantity {
  return add(a, negate(b))
}

export function negate(a: Quantity): Quantity {
  return { value: a.value.negated(), exact: a.exact }
}

export function multiply(a: Quantity, b: Quantity): Quantity {
  return bounded(a.value.times(b.value), a.exact && b.exact)
}

export function divide(a: Quantity, b: Quantity): Quantity {
  if (b.value.isZero()) throw new NoResult('division by zero')
  const quotient = new Exact(Rounded.div(a.value, b.value))
  return bounded(quotient, a.exact && b.exact && quotient.times(b.value).equals(a.value))
}

/** What is left of a division towards zero: it has the sign of `a`. */
export function remainder(a: Quantity, b: Quantity): Quantity {
  const divisor = settled(b)
  if (divisor.isZero()) throw new NoResult('division by zero')
  return bounded(settled(a).mod(divisor), a.exact && b.exact)
}

export function power(base: Quantity, exponent: Quantity): Quantity {
  // Cut to see whether it is whole; what is not is used with all its digits, or the root of a cube would miss its whole number.
  const cut = settled(exponent)
  const n = cut.isInteger() ? cut : exponent.value
  if (base.value.isZero() && n.isNegative()) throw new NoResult('zero has no negative power')
  if (n.abs().greaterThan(LARGEST_POWER)) throw new NoResult(`an exponent beyond ${LARGEST_POWER}`)
  if (base.value.isNegative() && !n.isInteger()) {
    throw new NoResult('a negative number has no real power with a fraction')
  }
  if (n.isNegative()) return divide(quantity('1'), power(base, { value: n.negated(), exact: exponent.exact }))
  // A constructor does not round, and a logarithm takes as long as its number has digits.
  const short = new Rounded(base.value.toSignificantDigits(CARRIED_DIGITS))
  if (
    !short.isZero() &&
    short
      .abs()
      .log(10)
      .times(n)
      .abs()
      .greaterThan(LARGEST_EXPONENT + 1)
  ) {
    throw tooLarge()
  }
  const whole = base.exact && exponent.exact && n.isInteger() && base.value.precision() * n.toNumber() <= MOST_DIGITS
  return whole ? bounded(base.value.pow(n), true) : bounded(new Exact(short.pow(n)), base.value.equals(1) && base.exact)
}

export function squareRoot(a: Quantity): Quantity {
  if (a.value.isNegative() && !a.value.isZero()) throw new NoResult('a negative number has no real square root')
  const root = new Exact(Rounded.sqrt(a.value))
  return bounded(root, a.exact && root.times(root).equals(a.value))
}

/** Halves go away from zero. */
export function round(a: Quantity, places: Quantity): Quantity {
  const digits = settled(places)
  if (!digits.isInteger() || digits.isNegative() || digits.greaterThan(LARGEST_EXPONENT)) {
    throw new NoResult(`places must be a whole number from 0 to ${LARGEST_EXPONENT}`)
  }
  return { value: settled(a).toDecimalPlaces(digits.toNumber(), Decimal.ROUND_HALF_UP), exact: true }
}

export function floor(a: Quantity): Quantity {
  return { value: settled(a).floor(), exact: true }
}

export function ceil(a: Quantity): Quantity {
  return { value: settled(a).ceil(), exact: true }
}

export function absolute(a: Quantity): Quantity {
  return { value: a.value.abs(), exact: a.exact }
}

export function compare(a: Quantity, b: Quantity): number {
  return a.value.comparedTo(b.value)
}

/** Plain notation for what people write so, else with an exponent. */
export function format(a: Quantity): string {
  const value = settled(a)
  if (value.isZero()) return '0'
  return a.exact || Math.abs(value.e) <= SHOWN_DIGITS ? value.toFixed() : value.toExponential()
}

/** Without the digits that were only carried, so that a third times three is one before it is cut or compared to a whole. */
function settled(a: Quantity): Decimal {
  return a.exact ? a.value : a.value.toSignificantDigits(SHOWN_DIGITS)
}

function bounded(value: Decimal, exact: boolean): Quantity {
  if (!value.isFinite() || (!value.isZero() && Math.abs(value.e) > LARGEST_EXPONENT)) throw tooLarge()
  if (exact && value.precision() <= MOST_DIGITS) return { value, exact }
  return { value: value.toSignificantDigits(CARRIED_DIGITS), exact: false }
}

function tooLarge(): NoResult {
  return new NoResult(`a number beyond 10^${LARGEST_EXPONENT} or closer to zero than 10^-${LARGEST_EXPONENT}`)
}
