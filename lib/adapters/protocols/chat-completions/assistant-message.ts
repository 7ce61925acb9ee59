import type { ImageBlock, ThinkingBlock, ToolUseBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { answerParts, reportMoves } from '../../answer/answer-parts.ts'
import { isText } from '../../answer/wire-text.ts'
import { saysTheSame, soundCall } from '../../history/call-arguments.ts'
import { wireToolName } from '../../history/openai-tool-name.ts'
import { ownRaw } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'
import { partsOf, readPart } from './content-part.ts'
import { type ChatDialect, echoesReasoning } from './dialect.ts'
import { readMediaExtras } from './extras.ts'
import type { WireMessage, WirePart } from './wire.ts'

export interface AssistantContext {
  target: Target
  dialect: ChatDialect
  wireId: (canonicalId: string) => string
  /** The request offers tools. */
  hasTools: boolean
}

/**
 * An answer as it goes back into the conversation: to its own model as it came (design §3.20), to any other as plain text
 * and calls. `wire` is null where nothing is left to say, which hosts refuse (wire-rule 60). Pictures have no place in an
 * assistant's message and come out beside it (wire-rule 68).
 */
export function assistantMessage(
  message: Message,
  context: AssistantContext,
): { wire: WireMessage | null; pictures: ImageBlock[] } {
  const raw = ownRaw(message, context.target)
  const { texts, calls, thoughts, redacted, pictures } = answerParts(message, raw !== null)
  for (const { type } of redacted) drop(message, type, context.target)
  if (raw !== null) reportMedia(raw, message, context.target)
  const wire: WireMessage = { role: 'assistant' }

  const refusal = isText(raw?.refusal) && texts.includes(raw.refusal) ? raw.refusal : null
  if (refusal !== null) texts.splice(texts.lastIndexOf(refusal), 1)
  const spoken = texts.join('')
  const parts = raw === null ? null : ownParts(raw.content, message)
  if (parts !== null) wire.content = parts
  // A string even where one part would do: some models mirror the structure (wire-rule 61).
  else if (spoken !== '') wire.content = spoken
  else if (calls.length > 0) wire.content = raw?.content === '' ? '' : null
  else if (refusal !== null) wire.content = ''
  if (refusal !== null) wire.refusal = refusal

  const isEmpty = wire.content === undefined && calls.length === 0
  const { fields, isCarried } = reasoning(raw, thoughts, calls.length > 0, context)
  if ((parts === null && !isCarried) || isEmpty) dropThoughts(message, thoughts, context.target)
  if (isEmpty) return { wire: null, pictures }
  Object.assign(wire, fields)

  const isInField = parts === null && isCarried
  reportMoves(message, context.target, isInField ? ['thinking', 'text', 'tool_use'] : ['text', 'tool_use'])
  if (calls.length > 0) wire.tool_calls = calls.map((call, at) => wireCall(call, exactCall(raw, at), message, context))
  if (Array.isArray(raw?.annotations)) wire.annotations = raw.annotations
  if (isJsonObject(raw?.extra_content)) wire.extra_content = raw.extra_content
  return { wire, pictures }
}

function dropThoughts(message: Message, thoughts: readonly ThinkingBlock[], target: Target): void {
  for (const { type } of thoughts) drop(message, type, target)
}

function drop(message: Message, block_type: string, target: Target): void {
  const reason = 'Chat Completions has no place for it at this host'
  target.project({ message_id: message.id, block_type, action: 'dropped', reason })
}

/** Neither sound nor pictures of an answer go back, not even to the model that made them. */
function reportMedia(raw: JsonObject, message: Message, target: Target): void {
  for (const { type: block_type, as } of readMediaExtras(raw, message.content)) {
    const [action, reason] =
      as === 'said'
        ? (['converted', 'it is sent as the words that were said'] as const)
        : (['dropped', 'Chat Completions has no place for it in an answer'] as const)
    target.project({ message_id: message.id, block_type, action, reason })
  }
}

/** The content as the list of parts it came as, while the blocks still say the same. */
function ownParts(kept: JsonValue | undefined, { content }: Message): JsonObject[] | null {
  if (kept === 'parts') return partsOf(content)
  if (!Array.isArray(kept)) return null
  const parts = kept.filter((each): each is WirePart => isJsonObject(each) && typeof each.type === 'string')
  const said = (kind: 'text' | 'thinking') =>
    parts
      .map(readPart)
      .map((part) => (part.kind === kind || (kind === 'text' && part.kind === 'refusal') ? part.text : ''))
      .join('')
  const isSame =
    said('text') === joined(content.filter(isBlockOf('text'))) &&
    said('thinking') === joined(content.filter(isBlockOf('thinking')))
  return isSame ? parts : partsOf(content)
}

function joined(blocks: readonly { text: string }[]): string {
  return blocks.map(({ text }) => text).join('')
}

/**
 * `reasoning_details` exist to be sent back, and hosts that give them take them. Plain reasoning text goes back only to
 * hosts that ask for it, on the turns that they name: others refuse the field (wire-rule 73).
 *
 * Kimi: "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"
 * DeepSeek: "Missing reasoning_content field in the assistant message at message index 2" (wire-rule 171)
 */
function reasoning(
  raw: JsonObject | null,
  thoughts: readonly ThinkingBlock[],
  hasCalls: boolean,
  { dialect, hasTools }: AssistantContext,
): { fields: JsonObject; isCarried: boolean } {
  if (Array.isArray(raw?.reasoning_details)) {
    return { fields: { reasoning_details: raw.reasoning_details }, isCarried: true }
  }
  const { reasoning_echo: field, reasoning_echo_blank: blank } = dialect
  if (field === null || !echoesReasoning(dialect, { hasCalls, hasTools })) return { fields: {}, isCarried: false }
  const own = raw === null ? '' : joined(thoughts)
  return { fields: { [field]: own === '' ? blank : own }, isCarried: own !== '' }
}

function exactCall(raw: JsonObject | null, position: number): JsonObject {
  const exact = isJsonObject(raw?.tool_calls) ? raw.tool_calls[position] : undefined
  return isJsonObject(exact) ? exact : {}
}

/** The arguments as received, while they still say the same; an input that is no JSON as the host can take it (wire-rule 62). */
function wireCall(
  call: ToolUseBlock,
  exact: JsonObject,
  message: Message,
  { wireId, dialect, target }: AssistantContext,
): JsonObject {
  const id = wireId(call.id)
  const isCustom = isText(exact.custom) && saysTheSame(exact.custom, call)
  const takesText = isCustom || dialect.invalid_arguments === 'verbatim'
  const { name, arguments: written } = soundCall(call, message, target, { wireName: wireToolName, takesText })
  const extra: JsonObject = isJsonObject(exact.extra_content) ? { extra_content: exact.extra_content } : {}
  if (isCustom) return { id, type: 'custom', custom: { name, input: exact.custom ?? '' }, ...extra }
  const mayRepeat = takesText || call.raw_input === undefined
  const received = mayRepeat && isText(exact.arguments) && saysTheSame(exact.arguments, call) ? exact.arguments : null
  return { id, type: 'function', function: { name, arguments: received ?? written }, ...extra }
}
