import type { z } from 'zod'
import { firstIssue, valueAt } from '../zod-issue.ts'

/** What the server, or the language that it is written in, says about a request that has not the right shape. */
export function issueMessage(error: z.ZodError, body: unknown): string {
  const issue = firstIssue(error)
  const path = issue.path.filter((step) => typeof step === 'string').join('.')
  const value = valueAt(issue.path, body)
  switch (issue.code) {
    case 'unrecognized_keys':
      return `json: unknown field "${[path, issue.keys[0]].filter(Boolean).join('.')}"`
    case 'invalid_type':
      return value === undefined
        ? `${path} is required`
        : `json: cannot unmarshal ${kindOf(value)} into Go struct field ChatRequest.${path} of type ${typeNamed(issue.expected)}`
    case 'invalid_union':
      return `json: cannot unmarshal ${kindOf(value)} into Go struct field ChatRequest.${path}`
    case 'too_small':
      return `${path} is required`
    default:
      return `invalid ${path}: ${issue.message}`
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

function typeNamed(expected: string): string {
  const names: Record<string, string> = { record: 'map[string]interface {}', boolean: 'bool', array: '[]api.Message' }
  return names[expected] ?? expected
}
