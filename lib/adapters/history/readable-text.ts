import type { JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'

/** Fields in which providers put words for people, in the order in which they read best. */
const FIELDS = [
  'title',
  'filename',
  'name',
  'url',
  'query',
  'queries',
  'code',
  'arguments',
  'action',
  'command',
  'commands',
  'operation',
  'path',
  'diff',
  'revised_prompt',
  'text',
  'stdout',
  'stderr',
  'logs',
  'content',
  'lines',
  'output',
  'outputs',
  'results',
  'sources',
  'tool_references',
  'tool_name',
  'error_code',
  'error',
  'message',
] as const

/**
 * The words in a block that a provider's own tool made, a line each. What is encrypted, encoded or a mere id is left out:
 * no other model can read it.
 */
export function readableText(value: JsonValue | undefined): string {
  return linesOf(value).join('\n')
}

function linesOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return value.trim() === '' || value.startsWith('data:') ? [] : [value.trimEnd()]
  if (Array.isArray(value)) return value.flatMap(linesOf)
  if (!isJsonObject(value)) return []
  // The source of a document says what it holds in `data`: as text, or as encoded bytes.
  const { type, source, data } = value
  const inSource = isJsonObject(source) ? linesOf(source) : []
  const asText = type === 'text' && typeof data === 'string' ? linesOf(data) : []
  return [...FIELDS.flatMap((field) => linesOf(value[field])), ...inSource, ...asText]
}
