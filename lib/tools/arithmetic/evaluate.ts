import { ArithmeticFault } from './fault.ts'
import type { Quantity } from './quantity.ts'
import * as q from './quantity.ts'
import type { Operator, Token } from './token.ts'
import { tokensOf } from './token.ts'

export const LONGEST_EXPRESSION = 1_000
const DEEPEST = 64

interface FunctionRule {
  readonly least: number
  readonly most: number
  readonly apply: (first: Quantity, ...rest: Quantity[]) => Quantity
}

const ZERO = q.quantity('0')

const FUNCTIONS: Readonly<Record<string, FunctionRule>> = {
  sqrt: { least: 1, most: 1, apply: q.squareRoot },
  abs: { least: 1, most: 1, apply: q.absolute },
  floor: { least: 1, most: 1, apply: q.floor },
  ceil: { least: 1, most: 1, apply: q.ceil },
  round: { least: 1, most: 2, apply: (value, places = ZERO) => q.round(value, places) },
  min: { least: 1, most: LONGEST_EXPRESSION, apply: (...all) => all.reduce((a, b) => (q.compare(b, a) < 0 ? b : a)) },
  max: { least: 1, most: LONGEST_EXPRESSION, apply: (...all) => all.reduce((a, b) => (q.compare(b, a) > 0 ? b : a)) },
}

/** Levels of binding, loosest first; `^` binds tighter than a sign before it and groups to the right. */
const SUM: readonly Operator[] = ['+', '-']
const PRODUCT: readonly Operator[] = ['*', '/', '%']

const BINARY: Readonly<Record<Operator, (a: Quantity, b: Quantity) => Quantity>> = {
  '+': q.add,
  '-': q.subtract,
  '*': q.multiply,
  '/': q.divide,
  '%': q.remainder,
  '^': q.power,
}

/**
 * The value of an arithmetic expression as a decimal string: exact up to 1,000 digits for sums, products and whole powers
 * and up to sixty for quotients and roots, else rounded to thirty significant digits. Throws an `ArithmeticFault` that says what is wrong and at which character. Work is bounded by the
 * length of the expression, how deep it nests, and the size of its numbers.
 */
export function evaluate(expression: string): string {
  if (expression.length > LONGEST_EXPRESSION) {
    throw new ArithmeticFault(`longer than ${LONGEST_EXPRESSION} characters`, LONGEST_EXPRESSION + 1)
  }
  return new Evaluation(tokensOf(expression)).result()
}

/** One pass of recursive descent that calculates while it reads. */
class Evaluation {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  result(): string {
    const value = this.#sum()
    const rest = this.#peek()
    if (rest.type === ',') throw new ArithmeticFault('a comma outside a function: write 1000, not 1,000', rest.at)
    if (rest.type !== 'end') throw new ArithmeticFault('expected an operator', rest.at)
    return q.format(value)
  }

  #sum(): Quantity {
    return this.#leftToRight(SUM, () => this.#product())
  }

  #product(): Quantity {
    return this.#leftToRight(PRODUCT, () => this.#signed())
  }

  #leftToRight(operators: readonly Operator[], operand: () => Quantity): Quantity {
    let left = operand()
    for (let token = this.#takeOperator(operators); token; token = this.#takeOperator(operators)) {
      const { text, at } = token
      const right = operand()
      const before = left
      left = calculate(at, () => BINARY[text](before, right))
    }
    return left
  }

  #signed(): Quantity {
    const sign = this.#takeOperator(SUM)
    if (!sign) return this.#power()
    const value = this.#nested(sign.at, () => this.#signed())
    return sign.text === '-' ? q.negate(value) : value
  }

  #power(): Quantity {
    const base = this.#operand()
    const operator = this.#takeOperator(['^'])
    if (!operator) return base
    const exponent = this.#nested(operator.at, () => this.#signed())
    return calculate(operator.at, () => q.power(base, exponent))
  }

  #operand(): Quantity {
    const token = this.#take()
    switch (token.type) {
      case 'number':
        return calculate(token.at, () => q.quantity(token.text))
      case 'name':
        return this.#named(token.text.toLowerCase(), token.at)
      case '(':
        return this.#nested(token.at, () => {
          const value = this.#sum()
          this.#close(token.at)
          return value
        })
      case 'end':
        throw new ArithmeticFault('expected a number, but the expression ends', token.at)
      default:
        throw new ArithmeticFault('expected a number', token.at)
    }
  }

  #named(name: string, at: number): Quantity {
    const constant = name === 'π' ? 'pi' : name
    const value = Object.hasOwn(q.CONSTANTS, constant) ? q.CONSTANTS[constant] : undefined
    if (value) return value
    const rule = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!rule) throw new ArithmeticFault(`unknown name; known are ${KNOWN_NAMES.join(', ')}`, at)
    const [first, ...rest] = this.#arguments()
    const count = first === undefined ? 0 : rest.length + 1
    if (first === undefined || count < rule.least || count > rule.most) {
      throw new ArithmeticFault(`${name} does not take ${count} values`, at)
    }
    return calculate(at, () => rule.apply(first, ...rest))
  }

  #arguments(): Quantity[] {
    const open = this.#take()
    if (open.type !== '(') throw new ArithmeticFault('expected ( after the name of a function', open.at)
    if (this.#peek().type === ')') {
      this.#take()
      return []
    }
    return this.#nested(open.at, () => {
      const values = [this.#sum()]
      while (this.#peek().type === ',') {
        this.#take()
        values.push(this.#sum())
      }
      this.#close(open.at)
      return values
    })
  }

  #close(openedAt: number): void {
    const token = this.#take()
    if (token.type === 'end') throw new ArithmeticFault('a parenthesis that is never closed', openedAt)
    if (token.type !== ')') throw new ArithmeticFault('expected )', token.at)
  }

  #nested<T>(at: number, read: () => T): T {
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new ArithmeticFault(`nested more than ${DEEPEST} deep`, at)
    const value = read()
    this.#depth -= 1
    return value
  }

  #takeOperator(operators: readonly Operator[]): Extract<Token, { type: 'operator' }> | undefined {
    const token = this.#peek()
    if (token.type !== 'operator' || !operators.includes(token.text)) return undefined
    this.#next += 1
    return token
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  #peek(): Token {
    // The list ends with an `end` that nothing reads past.
    return this.#tokens[this.#next] ?? { type: 'end', at: 0 }
  }
}

const KNOWN_NAMES = [...Object.keys(FUNCTIONS), ...Object.keys(q.CONSTANTS)]

function calculate(at: number, operation: () => Quantity): Quantity {
  try {
    return operation()
  } catch (error) {
    if (error instanceof q.NoResult) throw new ArithmeticFault(error.message, at)
    throw error
  }
}
