import type { z } from 'zod'
import { isJsonObject } from '../json.ts'
import { firstIssue, valueAt } from '../zod-issue.ts'

const SYSTEM_ROLE =
  'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'

/** What Anthropic says about a request that has not the right shape: "messages.0.content.1.tool_use.id: Field required". */
export function issueMessage(error: z.ZodError, body: unknown): string {
  const issue = firstIssue(error)
  if (isSystemRole(issue.path, body)) return SYSTEM_ROLE
  const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return `${pathOf([...issue.path, ...key], body)}: ${complaint(issue, body)}`
}

function complaint(issue: z.core.$ZodIssue, body: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(issue.path, body) === undefined
        ? 'Field required'
        : `Input should be a valid ${nameOfType(issue.expected)}`
    case 'unrecognized_keys':
      return 'Extra inputs are not permitted'
    case 'invalid_value':
      return `Input should be ${listOf(issue.values)}`
    case 'invalid_union':
      return 'Input tag does not match any of the expected tags'
    case 'too_small':
      return issue.origin === 'array'
        ? 'List should have at least 1 item'
        : `Input should be greater than or equal to ${issue.minimum}`
    case 'too_big':
      return `Input should be less than or equal to ${issue.maximum}`
    case 'invalid_format':
      return issue.format === 'regex'
        ? `String should match pattern '${String(issue.pattern).slice(1, -1)}'`
        : `Invalid ${issue.format} data`
    default:
      return issue.message
  }
}

/** Anthropic writes the tag of a block into the path, after its index. */
function pathOf(path: readonly PropertyKey[], body: unknown): string {
  const steps = path.flatMap((step, place) => {
    const at = valueAt(path.slice(0, place + 1), body)
    const next = path[place + 1]
    const isTagged = next !== undefined && next !== 'type' && isJsonObject(at) && typeof at.type === 'string'
    return isTagged ? [String(step), at.type] : [String(step)]
  })
  return steps.join('.')
}

function isSystemRole(path: readonly PropertyKey[], body: unknown): boolean {
  return path[0] === 'messages' && path[2] === 'role' && valueAt(path, body) === 'system'
}

function nameOfType(expected: string): string {
  const names: Record<string, string> = { int: 'integer', object: 'dictionary', record: 'dictionary', array: 'list' }
  return names[expected] ?? expected
}

function listOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => `'${String(value)}'`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
