import { isJsonObject, type JsonObject } from './json.ts'

const MAX_DEPTH = 12

const STRINGS_BY_FORMAT: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'demo@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** A small value that a JSON Schema accepts: required properties only, the first of each choice. Patterns are beyond it. */
export function instanceOf(schema: unknown): unknown {
  return instance(schema, isJsonObject(schema) ? schema : {}, 0)
}

function instance(schema: unknown, root: JsonObject, depth: number): unknown {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return null
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema) return schema.default
  if (typeof schema.$ref === 'string') return instance(resolve(schema.$ref, root), root, depth + 1)
  if (Array.isArray(schema.allOf)) return instance(merge(schema, root), root, depth + 1)
  const choices = schema.anyOf ?? schema.oneOf
  // Deep down, a choice that ends is better than the first one: a list whose rest is a list or null.
  if (Array.isArray(choices))
    return instance(depth < MAX_DEPTH / 2 ? choices[0] : (choices.find(isNull) ?? choices[0]), root, depth + 1)
  return instanceOfType(schema, root, depth)
}

function instanceOfType(schema: JsonObject, root: JsonObject, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return number(schema, type === 'integer')
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: size(schema.minItems) }, () => instance(schema.items, root, depth + 1))
    case 'null':
      return null
    default:
      return type === 'object' || isJsonObject(schema.properties) ? object(schema, root, depth) : null
  }
}

function object(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  return Object.fromEntries(required.map((name) => [name, instance(properties[name], root, depth + 1)]))
}

function text(schema: JsonObject): string {
  const words = STRINGS_BY_FORMAT[String(schema.format)] ?? 'demo'
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : words.length
  return words.padEnd(size(schema.minLength), '.').slice(0, Math.max(most, size(schema.minLength)))
}

function number(schema: JsonObject, whole: boolean): number {
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : whole ? 1 : null
  const { minimum: least, exclusiveMinimum: above, maximum: most, exclusiveMaximum: below } = schema
  const candidates = [0, least, add(above, step ?? 0.5), most, add(below, -(step ?? 0.5))]
    .filter((value) => typeof value === 'number')
    .flatMap((value) => (step === null ? [value] : [Math.ceil(value / step) * step, Math.floor(value / step) * step]))
  const fits = (value: number) =>
    !(value < Number(least)) && !(value <= Number(above)) && !(value > Number(most)) && !(value >= Number(below))
  return candidates.find(fits) ?? 0
}

function add(value: unknown, distance: number): unknown {
  return typeof value === 'number' ? value + distance : null
}

function size(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function resolve(reference: string, root: JsonObject): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  return steps.reduce<unknown>(
    (at, step) => (isJsonObject(at) ? at[step.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined),
    root,
  )
}

function merge({ allOf, ...rest }: JsonObject, root: JsonObject): JsonObject {
  const parts: unknown[] = Array.isArray(allOf) ? allOf : []
  const all = [rest, ...parts]
    .map((part) => (isJsonObject(part) && typeof part.$ref === 'string' ? resolve(part.$ref, root) : part))
    .filter(isJsonObject)
  const required = all.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  const properties = Object.assign({}, ...all.map((part) => part.properties ?? {}))
  return Object.assign({}, ...all, { properties, required })
}

function isNull(schema: unknown): boolean {
  return isJsonObject(schema) && schema.type === 'null'
}
