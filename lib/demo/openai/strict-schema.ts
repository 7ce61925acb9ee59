import { isJsonObject } from '../json.ts'
import type { Refusal } from '../wire-format.ts'
import { invalid } from './refusal.ts'

const FORBIDDEN = [
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
]
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])

/** Strict schemas close every object and require every property of it. */
export function* strictSchema(
  schema: unknown,
  owner: string,
  param: string,
  context: readonly string[] = [],
): Generator<Refusal> {
  if (!isJsonObject(schema)) return
  const complaint = (what: string) =>
    invalid(
      `Invalid schema for ${owner}: In context=(${context.map((step) => `'${step}'`).join(', ')}), ${what}.`,
      param,
    )
  const forbidden = FORBIDDEN.find((key) => key in schema)
  if (forbidden) yield complaint(`'${forbidden}' is not permitted`)
  if (!('type' in schema || 'anyOf' in schema || '$ref' in schema || 'enum' in schema || 'const' in schema))
    yield complaint("schema must have a 'type' key")
  if (typeof schema.format === 'string' && !FORMATS.has(schema.format))
    yield complaint(`'${schema.format}' is not a valid format`)
  if (schema.type === 'object') {
    if (schema.additionalProperties !== false)
      yield complaint("'additionalProperties' is required to be supplied and to be false")
    const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
    const required = Array.isArray(schema.required) ? schema.required : []
    const missing = names.find((name) => !required.includes(name))
    if (missing)
      yield complaint(
        `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'`,
      )
  }
  for (const [key, child] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
    yield* strictSchema(child, owner, param, [...context, 'properties', key])
  }
  yield* strictSchema(schema.items, owner, param, [...context, 'items'])
  for (const [at, child] of (Array.isArray(schema.anyOf) ? schema.anyOf : []).entries()) {
    yield* strictSchema(child, owner, param, [...context, 'anyOf', String(at)])
  }
  for (const [key, child] of Object.entries(isJsonObject(schema.$defs) ? schema.$defs : {})) {
    yield* strictSchema(child, owner, param, [...context, '$defs', key])
  }
}
