import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'

/** Where a schema leaves the subset, and by which keyword. */
interface SchemaFault {
  /** From the root of the definition, for instance `input_schema.properties.when.oneOf`. */
  path: string
  keyword: string
  problem: string
}

const SCHEMA_TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'] as const
export type SchemaType = (typeof SCHEMA_TYPES)[number]

const SCHEMA_FORMATS = ['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid']

const KEYWORDS = ['type', 'enum', 'required', 'properties', 'additionalProperties', 'items', 'description', 'format']

const DEEPEST = 32

/**
 * Checks an `input_schema` against the subset of JSON Schema that the providers accept alike (canonical-message-format
 * §5.4): seven types, `enum`, `required`, `properties`, `items`, `description`, basic formats and a boolean
 * `additionalProperties`. Every other keyword is a fault, so that no constraint is promised which nobody checks.
 */
export function schemaFault(schema: JsonObject): SchemaFault | null {
  if (schema.type !== 'object') {
    return fault('input_schema', 'type', 'must be "object": a tool takes named arguments')
  }
  return nodeFault(schema, 'input_schema', 0)
}

function nodeFault(node: JsonValue | undefined, path: string, depth: number): SchemaFault | null {
  if (!isJsonObject(node)) return { path, keyword: '', problem: `${path}: a schema is a JSON object` }
  if (depth > DEEPEST) return { path, keyword: '', problem: `${path}: schemas nest at most ${DEEPEST} deep` }

  const stranger = Object.keys(node).find((keyword) => !KEYWORDS.includes(keyword))
  if (stranger !== undefined) {
    return fault(path, stranger, `is not allowed in a tool schema; allowed are ${KEYWORDS.join(', ')}`)
  }
  return (
    typeFault(node, path) ??
    annotationFault(node, path) ??
    requiredFault(node, path) ??
    propertiesFault(node, path, depth) ??
    (node.items === undefined ? null : nodeFault(node.items, `${path}.items`, depth + 1))
  )
}

function typeFault({ type, items }: JsonObject, path: string): SchemaFault | null {
  if (!isSchemaType(type)) return fault(path, 'type', `must be one of ${SCHEMA_TYPES.join(', ')}`)
  if (type === 'array' && items === undefined) return fault(path, 'items', 'is missing: an array says what it holds')
  return null
}

function annotationFault(node: JsonObject, path: string): SchemaFault | null {
  const { description, format, additionalProperties } = node
  if (description !== undefined && typeof description !== 'string')
    return fault(path, 'description', 'must be a string')
  if (format !== undefined && !SCHEMA_FORMATS.includes(String(format))) {
    return fault(path, 'format', `must be one of ${SCHEMA_FORMATS.join(', ')}`)
  }
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') {
    return fault(path, 'additionalProperties', 'must be true or false: a schema is not allowed here')
  }
  const values = node.enum
  if (values !== undefined && !(Array.isArray(values) && values.length > 0 && values.every(isScalar))) {
    return fault(path, 'enum', 'must be a list of at least one string, number, boolean or null')
  }
  return null
}

function requiredFault({ required, properties }: JsonObject, path: string): SchemaFault | null {
  if (required === undefined) return null
  const known = isJsonObject(properties) ? Object.keys(properties) : []
  return Array.isArray(required) && required.every((name) => typeof name === 'string' && known.includes(name))
    ? null
    : fault(path, 'required', 'must be a list of names that "properties" has')
}

function propertiesFault({ properties }: JsonObject, path: string, depth: number): SchemaFault | null {
  if (properties === undefined) return null
  if (!isJsonObject(properties)) return fault(path, 'properties', 'must be an object of schemas')
  for (const [name, schema] of Object.entries(properties)) {
    const found = nodeFault(schema, `${path}.properties.${name}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

export function isSchemaType(value: unknown): value is SchemaType {
  return SCHEMA_TYPES.some((type) => type === value)
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object'
}

function fault(path: string, keyword: string, problem: string): SchemaFault {
  return { path: `${path}.${keyword}`, keyword, problem: `${path}.${keyword}: ${keyword} ${problem}` }
}
