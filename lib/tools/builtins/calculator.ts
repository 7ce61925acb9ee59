import { evaluate, LONGEST_EXPRESSION } from '../arithmetic/evaluate.ts'
import { ArithmeticFault } from '../arithmetic/fault.ts'
import type { Tool, ToolOutcome } from '../tool.ts'

export const calculator: Tool = {
  definition: {
    name: 'calculator',
    description:
      'Calculates an arithmetic expression exactly, in decimal. Operators: + - * / % (remainder) ^ (power), parentheses. ' +
      'Functions: sqrt, abs, floor, ceil, round(value, places), min, max. Constants: pi, e. ' +
      'Write numbers without thousands separators and products with *. Use it for any sum you would not do in your head.',
    input_schema: {
      type: 'object',
      properties: {
        expression: {
          type: 'string',
          description: `For instance (12.5 + 7) * 3^2; up to ${LONGEST_EXPRESSION} characters`,
        },
      },
      required: ['expression'],
      additionalProperties: false,
    },
    side_effects: 'none',
    requires_workspace: false,
  },
  run: (input) => Promise.resolve(calculate(String(input.expression))),
}

function calculate(expression: string): ToolOutcome {
  try {
    return { ok: true, content: [{ type: 'text', text: evaluate(expression) }] }
  } catch (error) {
    if (!(error instanceof ArithmeticFault)) throw error
    return { ok: false, problem: `Cannot calculate this: ${error.message} (at character ${error.position}).` }
  }
}
