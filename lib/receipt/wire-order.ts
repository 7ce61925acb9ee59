import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'

/** A piece of a request, in the order in which hosts read it, and by which they know again what they have read before. */
export interface Piece {
  part: 'tools' | 'system' | 'settings' | 'message'
  /** A tool's or a field's name; the role of a message. */
  name: string
  /** Among the messages; 0 for all else. */
  index: number
  /** Without marks of a cache: those move, and are no part of what is kept. */
  json: string
  value: JsonValue
}

/** Beside tools and prompt, what stands before the messages in what a host keeps: how to think, and by which schema to answer. */
const SETTINGS = ['thinking', 'output_config', 'response_format', 'text', 'format']

/** All of a body that a host may find in its cache: first its tools, then the prompt, then the messages. */
export function inWireOrder(body: JsonObject): Piece[] {
  const { tools, system, instructions, messages, input } = body
  const named = SETTINGS.filter((name) => body[name] !== undefined)
  return [
    ...listOf(tools).map((tool) => pieceOf('tools', toolName(tool), 0, tool)),
    ...[system, instructions].flatMap((prompt) =>
      isNothing(prompt) ? [] : [pieceOf('system', '', 0, asParts(prompt))],
    ),
    ...named.map((name) => pieceOf('settings', name, 0, body[name] ?? null)),
    ...listOf(messages ?? input).map((message, index) => pieceOf('message', roleOf(message), index, message)),
  ]
}

function pieceOf(part: Piece['part'], name: string, index: number, value: JsonValue): Piece {
  const bare = withoutMarks(value)
  return { part, name, index, json: JSON.stringify(bare), value: bare }
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : isNothing(value) ? [] : [value]
}

function isNothing(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Where a part of a message may be marked its text stands by itself; elsewhere the same text is the whole content. */
function asParts(content: JsonValue): JsonValue {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** Marks stand on tools, on parts of the prompt and of messages, and on parts of results; never in what somebody said. */
export function withoutMarks(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (!isJsonObject(value)) return value
  const { cache_control: _mark, content, ...rest } = value
  return content === undefined
    ? rest
    : { ...rest, content: isNothing(content) ? content : withoutMarks(asParts(content)) }
}

function toolName(tool: JsonValue): string {
  if (!isJsonObject(tool)) return ''
  const inner = isJsonObject(tool.function) ? tool.function.name : undefined
  return [tool.name, inner, tool.type].find((name) => typeof name === 'string') ?? ''
}

function roleOf(message: JsonValue): string {
  if (!isJsonObject(message)) return ''
  return [message.role, message.type].find((name) => typeof name === 'string') ?? ''
}
