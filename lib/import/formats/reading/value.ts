import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { plainLine } from '../../../canonical/plain-line.ts'

// Readers for values that may be anything: what is not of the kind asked for is absent, never an error.

export type Fields = Readonly<Record<string, unknown>>

const NO_FIELDS: Fields = {}

export function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : NO_FIELDS
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text that can be stored and sent: no half of a surrogate pair, no NUL. Empty for what is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''
}

/** Null also for a blank one. */
export function nameOf(value: unknown): string | null {
  const text = textOf(value)
  return text.trim() === '' ? null : text
}

const LONGEST_TITLE = 200

/** One line, as titles, folders and tags are. */
export function titleOf(value: unknown): string | null {
  const line = plainLine(textOf(value).slice(0, 10 * LONGEST_TITLE))
  return line === '' ? null : [...line].slice(0, LONGEST_TITLE).join('').trim()
}

/** An address that may stand in a link; null for every other scheme. */
export function webAddressOf(value: unknown): string | null {
  const text = textOf(value).trim()
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url === null ? null : text
}

/** Deeper is nothing that anyone wrote, and what walks stored JSON does so by recursion. */
const DEEPEST = 64

/** A copy that can be stored and hashed: finite numbers, sound texts, not too deep. */
export function jsonOf(value: unknown, depth = 0): JsonValue {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return null
  if (Array.isArray(value)) return value.map((part) => jsonOf(part, depth + 1))
  return jsonObjectOf(value, depth)
}

export function jsonObjectOf(value: object, depth = 0): JsonObject {
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, part]) => [textOf(key), jsonOf(part, depth + 1)]))
}
