import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { ContentBlock } from './block.ts'
import type { Message, MessageMetadata, RoutingDecisionRecord } from './message.ts'
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
  return hashJson({ role: message.role, content: message.content.map(plainBlock) })
}

/** The whole message but what is opaque (§6.5): changes with any field that means something. */
export function messageHash(message: Message): string {
  const { content, metadata, ...rest } = withoutProviderRaw(message)
  return hashJson({ ...rest, content: content.map(plainBlock), metadata: plainMetadata(metadata) })
}

// A field that says what its absence says is left out: `is_error: false` and no `is_error` are one message. It is also what
// lets a later version add a field with a default and keep every hash that was stored.

function plainBlock(block: ContentBlock): object {
  if (block.type === 'tool_result') {
    return { ...without(block, { is_error: false }), content: block.content.map(plainBlock) }
  }
  return block.type === 'thinking' ? without(block, {}) : block
}

function plainMetadata(metadata: MessageMetadata): object {
  const { routing, usage } = metadata
  return {
    ...without(metadata, { status: 'complete', critical: false }),
    ...(routing && { routing: plainRouting(routing) }),
    // `null` is no default here: it says that a call has no price.
    ...(usage && { usage: without(usage, USAGE_DEFAULTS, { keepNull: true }) }),
  }
}

function plainRouting({ alternatives_considered, ...routing }: RoutingDecisionRecord): object {
  const plain = without(routing, {})
  return alternatives_considered.length === 0 ? plain : { ...plain, alternatives_considered }
}

const USAGE_DEFAULTS = { cached_input_tokens: 0, cache_creation_input_tokens: 0, estimated: false }

/** The fields that are neither absent in other words (`null`) nor at their default. */
function without(
  value: object,
  defaults: Readonly<Record<string, unknown>>,
  { keepNull = false }: { keepNull?: boolean } = {},
): object {
  const isPlain = ([key, field]: [string, unknown]) =>
    (field === null && !keepNull) || (Object.hasOwn(defaults, key) && defaults[key] === field)
  return Object.fromEntries(Object.entries(value).filter((entry) => !isPlain(entry)))
}
