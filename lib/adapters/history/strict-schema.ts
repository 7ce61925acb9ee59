import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'

const FORBIDDEN = ['$ref', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'patternProperties', 'default']
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

/**
 * Whether OpenAI takes a schema in strict mode: an object at the root, every property required, no others allowed, a type
 * on every node, and only the words it knows (wire-rule 70). One tool that is not makes it refuse the whole request.
 */
export function isStrictSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && isStrictNode(schema)
}

function isStrictNode(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false
  if (FORBIDDEN.some((word) => schema[word] !== undefined)) return false
  if (typeof schema.format === 'string' && !FORMATS.includes(schema.format)) return false
  // In context=('properties', 'unit'), schema must have a 'type' key.
  if (schema.type === undefined && schema.anyOf === undefined) return false
  if (schema.anyOf !== undefined && !(Array.isArray(schema.anyOf) && schema.anyOf.every(isStrictNode))) return false
  if (isOfType(schema, 'object') && !isStrictObject(schema)) return false
  return !isOfType(schema, 'array') || isStrictNode(schema.items)
}

function isStrictObject(schema: JsonObject): boolean {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return (
    schema.additionalProperties === false &&
    Object.entries(properties).every(([name, property]) => required.includes(name) && isStrictNode(property))
  )
}

function isOfType(schema: JsonObject, type: string): boolean {
  return schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type))
}
