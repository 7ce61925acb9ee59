import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Message } from './message.ts'
import { withoutProviderRaw } from './message.ts'

/** RFC 8785 canonical JSON: one text for one value, whatever the order of its keys. Absent and `undefined` are the same. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(wellFormed(value))
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

/** Half of a surrogate pair has no place in RFC 8785; a model can write one all the same, as a JSON escape. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]))
}

/** Hex SHA-256 of the canonical JSON. */
export function hashJson(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))))
}

/** What was said: role and content. Equal for the same words in two sessions. */
export function contentHash(message: Pick<Message, 'role' | 'content'>): string {
  return hashJson({ role: message.role, content: message.content })
}

/** The whole message but what is opaque (§6.5): changes with any field that means something. */
export function messageHash(message: Message): string {
  return hashJson(withoutProviderRaw(message))
}
