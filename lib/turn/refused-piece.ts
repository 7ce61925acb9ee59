import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'

/** Where in a request its provider says that it is at fault: an entry of what was said, and a part of that where it says one. */
export interface RefusedPlace {
  list: 'messages' | 'input'
  entry: number
  part: number | null
}

/** A piece of a request, the same one in each request that is made of a beginning of the chat, once it is in there. */
export type PieceFinder = (body: JsonObject) => JsonValue | undefined

/**
 * As providers write it: `messages.3.content.1.thinking: …` (Anthropic), `Invalid 'messages[3].content[1].image_url'` and
 * `messages.[3].content` (Chat Completions), `Invalid 'input[5].content[0]'` (Responses).
 */
const PLACE = /\b(messages|input)(?:\.\[|\[|\.)(\d+)\]?(?:\.(?:content|summary)(?:\.\[|\[|\.)(\d+)\]?)?/

/** `Item 'rs_…' of type 'reasoning' was provided without …` (Responses), `unexpected tool_use_id …: toolu_…` (Anthropic). */
const ID = /\b(?:rs|fc|msg|ws|ci|call|toolu|srvtoolu|tu)_\w+(?:-\w+)*/g

/** What is said of a piece where no place is, by the types of blocks. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\bsignature|\bthinking\b|encrypted[_ ]content|\breasoning (?:item|content|block)/i, 'thinking'],
  [/\bimages?\b|image_url/i, 'image'],
  [/\bpdfs?\b|\bdocuments?\b|\bfile_data\b/i, 'document'],
]

export function refusedPlace(words: string): RefusedPlace | null {
  const [, list, entry, part] = PLACE.exec(words) ?? []
  if ((list !== 'messages' && list !== 'input') || entry === undefined) return null
  return { list, entry: Number(entry), part: part === undefined ? null : Number(part) }
}

/** Whether they blame something that was said, and not the request as a whole or a setting of the server. */
export function namesPlace(words: string): boolean {
  return refusedPlace(words) !== null || words.match(ID) !== null
}

/**
 * What a provider blames in a body by these words: by its place, by an id in it, or by what it is where there is one such
 * piece alone. A gateway passes on places of another format, which counts otherwise: a place that holds something else than
 * the words speak of is none. Null where nothing can be said, for a wrong name would leave out what was innocent.
 */
export function refusedPiece(words: string, body: JsonObject): PieceFinder | null {
  const place = refusedPlace(words)
  const ids = words.match(ID) ?? []
  const kind = KINDS.find(([pattern]) => pattern.test(words))?.[1]
  const named: PieceFinder[] = []
  if (place) named.push((each) => pieceAt(each, place))
  if (ids.length > 0) named.push((each) => piecesOf(each).find((piece) => holdsId(piece, ids)))
  const finders = named.map(
    (find): PieceFinder =>
      (each) =>
        ofKind(find(each), kind),
  )
  // That thoughts were expected somewhere blames none of those that stand elsewhere.
  if (kind !== undefined && (named.length === 0 || kind !== 'thinking') && countOf(body, kind) === 1) {
    finders.push((each) => piecesOf(each).find((piece) => kindOf(piece) === kind))
  }
  return finders.find((find) => blockTypeOf(find(body)) !== null) ?? null
}

/** The piece where it is of that kind, or the part of it that is. */
function ofKind(piece: JsonValue | undefined, kind: string | undefined): JsonValue | undefined {
  if (kind === undefined || piece === undefined || kindOf(piece) === kind) return piece
  return partsOf(piece).find((part) => kindOf(part) === kind)
}

function countOf(body: JsonObject, kind: string): number {
  return piecesOf(body).filter((piece) => kindOf(piece) === kind).length
}

/** The entry, or the part of it; undefined where the body has none there. */
function pieceAt(body: JsonObject, { list, entry, part }: RefusedPlace): JsonValue | undefined {
  const entries = body[list]
  const found = Array.isArray(entries) ? entries[entry] : undefined
  if (found === undefined || part === null || !isJsonObject(found)) return found
  const parts = found.content ?? found.summary
  // A text that stands by itself is the only part there is.
  return Array.isArray(parts) ? parts[part] : part === 0 ? parts : undefined
}

/** All entries of what was said, each before its parts. */
function piecesOf({ messages, input }: JsonObject): JsonValue[] {
  const entries = [messages, input].find(Array.isArray) ?? []
  return entries.flatMap((entry) => [entry, ...partsOf(entry)])
}

function partsOf(entry: JsonValue): JsonValue[] {
  const { content, tool_calls } = isJsonObject(entry) ? entry : {}
  return [content, tool_calls].flatMap((each) => (Array.isArray(each) ? each : isSaid(each) ? [each] : []))
}

function holdsId(piece: JsonValue, ids: readonly string[]): boolean {
  if (!isJsonObject(piece)) return false
  const { id, call_id, tool_call_id, tool_use_id } = piece
  return [id, call_id, tool_call_id, tool_use_id].some((each) => typeof each === 'string' && ids.includes(each))
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
  function: 'tool_use',
  function_call: 'tool_use',
  tool_result: 'tool_result',
  function_call_output: 'tool_result',
}

/** Null of one that could be anything. */
export function blockTypeOf(piece: JsonValue | undefined): string | null {
  if (!isJsonObject(piece)) return typeof piece === 'string' ? 'text' : null
  const { type, role } = piece
  if (typeof type === 'string' && Object.hasOwn(BLOCK_TYPES, type)) return BLOCK_TYPES[type] ?? null
  if (role === 'tool') return 'tool_result'
  // A message of one part is that part.
  const [first, ...others] = new Set(partsOf(piece).map(blockTypeOf))
  return others.length === 0 ? (first ?? null) : null
}

function isSaid(content: JsonValue | undefined): content is JsonValue {
  return content !== undefined && content !== null && content !== ''
}

/** Sealed thoughts are thoughts. */
function kindOf(piece: JsonValue | undefined): string | null {
  const type = isJsonObject(piece) && typeof piece.type === 'string' ? blockTypeOf({ type: piece.type }) : null
  return type === 'redacted_thinking' ? 'thinking' : type
}
