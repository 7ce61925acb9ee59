import { ArithmeticFault } from './fault.ts'

export type Operator = '+' | '-' | '*' | '/' | '%' | '^'

export type Token = { readonly at: number } & (
  | { readonly type: 'number' | 'name'; readonly text: string }
  | { readonly type: 'operator'; readonly text: Operator }
  | { readonly type: '(' | ')' | ',' | 'end' }
)

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy
const NAME = /[a-z_]\w*|π/iy
const SPACE = /\s+/y

/** As people and models write them. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '/': '/',
  '÷': '/',
  '%': '%',
  '^': '^',
}

/** Splits an expression; the last token is `end`. Throws an `ArithmeticFault` at a character that means nothing. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  let index = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index
    return pattern.exec(expression)?.[0]
  }
  while (index < expression.length) {
    const at = index + 1
    const space = take(SPACE)
    if (space !== undefined) {
      index += space.length
      continue
    }
    const token = one(expression, index, at, take)
    tokens.push(token)
    index += lengthOf(token, expression, index)
  }
  return [...tokens, { type: 'end', at: expression.length + 1 }]
}

function one(expression: string, index: number, at: number, take: (pattern: RegExp) => string | undefined): Token {
  const number = take(NUMBER)
  if (number !== undefined) return { type: 'number', text: number, at }
  const name = take(NAME)
  if (name !== undefined) return { type: 'name', text: name, at }
  if (expression.startsWith('**', index)) return { type: 'operator', text: '^', at }
  const character = expression.charAt(index)
  const operator = Object.hasOwn(OPERATORS, character) ? OPERATORS[character] : undefined
  if (operator !== undefined) return { type: 'operator', text: operator, at }
  if (character === '(' || character === ')' || character === ',') return { type: character, at }
  throw new ArithmeticFault('a character that means nothing here', at)
}

function lengthOf(token: Token, expression: string, index: number): number {
  if (token.type === 'number' || token.type === 'name') return token.text.length
  return expression.startsWith('**', index) ? 2 : 1
}
