import type { Part } from '../answer.ts'
import type { Prompt } from '../prompt.ts'

export const CALCULATOR = 'calculator'

const LONGEST_QUESTION = 2_000
const COMMAND = /\b(?:calculate|compute|calc|work out)\b:?\s*/i
const QUESTION = /\b(?:what is|what's|what are|how much is|how much are)\b\s*/i

const OPERAND = String.raw`(?:[-(]|sqrt\()*\d+(?:\.\d+)?\)*`
const EXPRESSION = new RegExp(String.raw`${OPERAND}(?:\s*(?:\*\*|[-+*/^%])\s*${OPERAND})*`, 'g')
const ONLY_AN_EXPRESSION = /^[\d\s.()+\-*/^%=?×÷−]+$/

/** Functions and constants that the calculator knows; what is made of nothing else goes to it as it is. */
const NAMES: ReadonlySet<string> = new Set(['abs', 'floor', 'ceil', 'round', 'min', 'max', 'sqrt', 'pi', 'e'])

const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/×|\b(?:times|multiplied by)\b/gi, '*'],
  [/÷|\bdivided by\b/gi, '/'],
  [/−|\bminus\b/gi, '-'],
  [/\bplus\b/gi, '+'],
  [/\bto the power of\b/gi, '^'],
  [/\bsquare root of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/(\d)\s*(?:%|percent)\s+of\b/gi, '$1 / 100 *'],
  [/(\d),(?=\d{3}\b)/g, '$1'],
]

/**
 * What the words ask to be computed, in rounds: "2*3 and 4*5 then 6-1" is two expressions at once and a third after them.
 * Empty when they do not ask for it.
 */
export function arithmeticIn(words: string): string[][] {
  const said = words.slice(0, LONGEST_QUESTION)
  const command = COMMAND.exec(said)
  const lead = command ?? QUESTION.exec(said)
  if (lead === null && !ONLY_AN_EXPRESSION.test(said)) return []
  const asked = said.slice(lead === null ? 0 : lead.index + lead[0].length)
  const rounds = asked
    .split(/\bthen\b/i)
    .map(expressionsIn)
    .filter((round) => round.length > 0)
  if (rounds.length > 0 || command === null) return rounds
  const something = bare(asked)
  return something === '' ? [] : [[something]]
}

function bare(text: string): string {
  return text.replace(/(?:\bplease\b|[?!.,\s])+$/i, '').trim()
}

function expressionsIn(text: string): string[] {
  const formula = bare(text)
  const names = formula.match(/[a-z]+/gi) ?? []
  if (names.length > 0 && names.every((name) => NAMES.has(name.toLowerCase()))) return [formula]
  const symbols = SPOKEN.reduce((soFar, [spoken, symbol]) => soFar.replace(spoken, symbol), text)
  return (symbols.match(EXPRESSION) ?? [])
    .map((found) => found.trim())
    .filter((found) => /\d\)*\s*[-+*/^%]|sqrt/.test(found))
}

/** The calls of one round, or why there are none; `null` when all rounds are done. */
export function calculation(prompt: Prompt, words: string, round: number): Part[] | null {
  const rounds = prompt.parallelCalls
    ? arithmeticIn(words)
    : arithmeticIn(words)
        .flat()
        .map((expression) => [expression])
  const expressions = rounds[round]
  if (expressions === undefined) return null
  const wanted = expressions.map(code).join(' and ')
  if (!prompt.tools.some(({ name }) => name === CALCULATOR)) {
    return [
      {
        type: 'text',
        text: `You would like to know ${wanted}, but no \`${CALCULATOR}\` tool came with this request, and a script cannot reckon by itself.`,
      },
    ]
  }
  if (prompt.toolChoice.type === 'none') {
    return [{ type: 'text', text: `You would like to know ${wanted}, but this request forbids me to call tools.` }]
  }
  const calls = expressions.map(
    (expression): Part => ({ type: 'call', name: CALCULATOR, arguments: JSON.stringify({ expression }) }),
  )
  return [{ type: 'text', text: `${round === 0 ? 'Let me ask' : 'Now I ask'} the calculator for ${wanted}.` }, ...calls]
}

export function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}
