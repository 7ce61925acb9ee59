import type { JsonValue } from '../../canonical/json.ts'

/** What a language writes otherwise than JSON. */
export interface Dialect {
  true: string
  false: string
  null: string
  /** A name in an object, which is quoted. */
  key: (quoted: string) => string
  indent: string
}

export const PYTHON: Dialect = { true: 'True', false: 'False', null: 'None', key: (quoted) => quoted, indent: '    ' }

export const TYPESCRIPT: Dialect = {
  true: 'true',
  false: 'false',
  null: 'null',
  // By itself it would be no property of that name, but the prototype.
  key: (quoted) => (quoted === '"__proto__"' ? '["__proto__"]' : quoted),
  indent: '  ',
}

/** A value as a literal: texts are written as JSON has them, which both languages read alike. */
export function literal(value: JsonValue, dialect: Dialect, depth = 0): string {
  const inner = `\n${dialect.indent.repeat(depth + 1)}`
  const end = `\n${dialect.indent.repeat(depth)}`
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${literal(item, dialect, depth + 1)},`)
    return items.length === 0 ? '[]' : `[${items.join('')}${end}]`
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, each]) => `${inner}${dialect.key(JSON.stringify(name))}: ${literal(each, dialect, depth + 1)},`,
    )
    return entries.length === 0 ? '{}' : `{${entries.join('')}${end}}`
  }
  if (typeof value === 'boolean') return value ? dialect.true : dialect.false
  return value === null ? dialect.null : JSON.stringify(value)
}
