import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'

/** Where in a request its provider says that it is at fault: an entry of what was said, and a part of that where it says one. */
export interface RefusedPlace {
  list: 'messages' | 'input'
  entry: number
  part: number | null
}

/**
 * As providers write it: `messages.3.content.1.thinking: …` (Anthropic), `Invalid 'messages[3].content[1].image_url'` and
 * `messages.[3].content` (Chat Completions), `Invalid 'input[5].content[0]'` (Responses).
 */
const PLACE = /\b(messages|input)(?:\.\[|\[|\.)(\d+)\]?(?:\.(?:content|summary)(?:\.\[|\[|\.)(\d+)\]?)?/

export function refusedPlace(words: string): RefusedPlace | null {
  const [, list, entry, part] = PLACE.exec(words) ?? []
  if ((list !== 'messages' && list !== 'input') || entry === undefined) return null
  return { list, entry: Number(entry), part: part === undefined ? null : Number(part) }
}

/** The entry, or the part of it; undefined where the body has none there. */
export function pieceAt(body: JsonObject, { list, entry, part }: RefusedPlace): JsonValue | undefined {
  const entries = body[list]
  const found = Array.isArray(entries) ? entries[entry] : undefined
  if (found === undefined || part === null || !isJsonObject(found)) return found
  const parts = found.content ?? found.summary
  // A text that stands by itself is the only part there is.
  return Array.isArray(parts) ? parts[part] : part === 0 ? parts : undefined
}

/** What each kind of piece is made of, by the names of all wires. */
const BLOCK_TYPES: Readonly<Record<string, string>> = {
  thinking: 'thinking',
  redacted_thinking: 'redacted_thinking',
  reasoning: 'thinking',
  image: 'image',
  image_url: 'image',
  input_image: 'image',
  document: 'document',
  file: 'document',
  input_file: 'document',
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  tool_use: 'tool_use',
  function_call: 'tool_use',
  tool_result: 'tool_result',
  function_call_output: 'tool_result',
}

/** Null of one that could be anything. */
export function blockTypeOf(piece: JsonValue | undefined): string | null {
  if (!isJsonObject(piece)) return typeof piece === 'string' ? 'text' : null
  const { type, role } = piece
  if (typeof type === 'string' && Object.hasOwn(BLOCK_TYPES, type)) return BLOCK_TYPES[type] ?? null
  return role === 'tool' ? 'tool_result' : null
}
