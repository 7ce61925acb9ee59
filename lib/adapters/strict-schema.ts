import type { JsonObject, JsonValue } from '../canonical/json.ts'
import { isJsonObject } from '../canonical/json.ts'

const FORBIDDEN = ['$ref', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'patternProperties', 'default']
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

/**
 * Whether OpenAI takes a schema in strict mode: every property required, no others allowed, a type on every node, and
 * only the words it knows (wire-rule 70). One tool that is not makes it refuse the whole request.
 */
export function isStrictSchema(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false
  if (FORBIDDEN.some((word) => schema[word] !== undefined)) return false
  if (typeof schema.format === 'string' && !FORMATS.includes(schema.format)) return false
  if (Array.isArray(schema.anyOf)) return schema.anyOf.every(isStrictSchema)
  if (schema.type === undefined && schema.enum === undefined && schema.const === undefined) return false
  if (isOfType(schema, 'object') && !isStrictObject(schema)) return false
  return !isOfType(schema, 'array') || isStrictSchema(schema.items)
}

function isStrictObject(schema: JsonObject): boolean {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return (
    schema.additionalProperties === false &&
    Object.entries(properties).every(([name, property]) => required.includes(name) && isStrictSchema(property))
  )
}

function isOfType(schema: JsonObject, type: string): boolean {
  return schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type))
}
