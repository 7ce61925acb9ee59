import type { z } from 'zod'
import type { Refusal } from '../wire-format.ts'
import { firstIssue, valueAt } from '../zod-issue.ts'
import { invalid } from './refusal.ts'

/** What OpenAI says about a request that has not the right shape. */
export function issueRefusal(error: z.ZodError, body: unknown): Refusal {
  const issue = firstIssue(error)
  const path = pathOf(issue.path)
  const value = valueAt(issue.path, body)
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined
        ? invalid(`Missing required parameter: '${path}'.`, path, 'missing_required_parameter')
        : invalid(
            `Invalid type for '${path}': expected ${issue.expected}, but got ${kindOf(value)} instead.`,
            path,
            'invalid_type',
          )
    case 'unrecognized_keys': {
      const unknown = pathOf([...issue.path, ...issue.keys.slice(0, 1)])
      return invalid(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter')
    }
    case 'invalid_value':
      return invalid(
        `Invalid value: ${quoted(value)}. Supported values are: ${issue.values.map(quoted).join(', ')}.`,
        path,
        'invalid_value',
      )
    case 'invalid_union':
      return invalid(`Invalid value: ${quoted(value)}.`, path, 'invalid_value')
    case 'too_small':
    case 'too_big':
      return sizeRefusal(issue, path, value)
    case 'invalid_format':
      return invalid(
        `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '${String(issue.format === 'regex' ? issue.pattern : issue.format).replaceAll('/', '')}'.`,
        path,
        'invalid_value',
      )
    default:
      return invalid(`Invalid '${path}': ${issue.message}`, path)
  }
}

type SizeIssue = z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall

function sizeRefusal(issue: SizeIssue, path: string, value: unknown): Refusal {
  const [above, word, bound] =
    issue.code === 'too_big' ? [true, 'maximum', issue.maximum] : [false, 'minimum', issue.minimum]
  if (typeof value === 'string') {
    return invalid(
      `Invalid '${path}': string too ${above ? 'long' : 'short'}. Expected a string with ${word} length ${bound}, but got a string with length ${value.length} instead.`,
      path,
      above ? 'string_above_max_length' : 'string_below_min_length',
    )
  }
  if (Array.isArray(value)) {
    return invalid(
      `Invalid '${path}': array too ${above ? 'long' : 'short'}. Expected an array with ${word} length ${bound}, but got an array with length ${value.length} instead.`,
      path,
      above ? 'array_above_max_length' : 'empty_array',
    )
  }
  const relation = above ? '<=' : '>='
  return invalid(
    `Invalid '${path}': ${issue.origin} ${above ? 'above' : 'below'} ${word} value. Expected a value ${relation} ${bound}, but got ${String(value)} instead.`,
    path,
    `${issue.origin === 'int' ? 'integer' : 'decimal'}_${above ? 'above_max' : 'below_min'}_value`,
  )
}

/** messages[0].content */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}

function quoted(value: unknown): string {
  return `'${String(value)}'`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}
