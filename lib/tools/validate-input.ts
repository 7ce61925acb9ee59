import { assertNever } from '../assert-never.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'
import { isSchemaType, type SchemaType } from './schema-subset.ts'

/** Neither field repeats what the model wrote: names come from the schema, values are never quoted. */
export interface InputFault {
  /** For instance `input.range[2].from`. */
  path: string
  problem: string
}

/** Checks a call's input against a schema of the subset (`schema-subset.ts`). Formats are annotations, not checked. */
export function validateInput(schema: JsonObject, input: JsonValue): InputFault | null {
  return valueFault(schema, input, 'input')
}

function valueFault(schema: JsonObject, value: JsonValue, path: string): InputFault | null {
  const { type } = schema
  if (isSchemaType(type) && !isOfType(value, type)) {
    return { path, problem: `must be ${withArticle(type)}, not ${withArticle(typeName(value))}` }
  }
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) {
    return { path, problem: `must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}` }
  }
  if (Array.isArray(value)) return itemsFault(schema, value, path)
  return isJsonObject(value) ? propertiesFault(schema, value, path) : null
}

function itemsFault({ items }: JsonObject, values: JsonValue[], path: string): InputFault | null {
  if (!isJsonObject(items)) return null
  for (const [index, value] of values.entries()) {
    const found = valueFault(items, value, `${path}[${index}]`)
    if (found !== null) return found
  }
  return null
}

function propertiesFault(schema: JsonObject, value: JsonObject, path: string): InputFault | null {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []

  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return { path: `${path}.${missing}`, problem: 'is required' }

  const names = Object.keys(properties)
  if (schema.additionalProperties === false && Object.keys(value).some((name) => !names.includes(name))) {
    return { path, problem: `may only have ${names.length === 0 ? 'no properties' : names.join(', ')}` }
  }
  for (const name of names) {
    const property = properties[name]
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    if (inner === undefined || !isJsonObject(property)) continue
    const found = valueFault(property, inner, `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

function isOfType(value: JsonValue, type: SchemaType): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return assertNever(type)
  }
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function withArticle(name: string): string {
  if (name === 'null') return name
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}
