import type { ContentBlock, ToolUseBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { argumentsOf } from '../../history/call-arguments.ts'
import type { Carried } from '../../protocol.ts'
import { isPart, partsOf, readPart } from './content-part.ts'
import { type ChatDialect, echoesReasoning } from './dialect.ts'
import type { ReadCall } from './tool-call-reader.ts'
import { FORMAT, type WirePart } from './wire.ts'

/** What an answer holds beside its canonical content, as it was read. */
export interface Kept {
  /** The content was an empty string, where others say null. */
  empty_content?: boolean
  content_parts?: WirePart[]
  refusal?: string
  reasoning_details?: JsonValue[]
  annotations?: JsonValue[]
  usage?: JsonObject
  /** Fields of the body's top, under their own names. */
  body?: JsonObject
  audio?: JsonObject
  images?: JsonValue[]
  /** Gemini's thought signature of an answer without calls. */
  extra_content?: JsonObject
  /** Azure's sources, where it answers from data of one's own. */
  context?: JsonObject
}

/**
 * What only this wire knows of an answer, so that it can go back to its model as it came (design §3.20). What the
 * canonical content says exactly is not said again:
 *
 * - `content`: `""`, where the message has calls and no text; `"parts"`, where it was a list of the parts that the blocks
 *   say; the list itself, where it says more.
 * - `refusal`: the text that stood in that field; it is a text block of the content as well.
 * - `tool_calls`: by position among the calls, the arguments where they were written otherwise than we would, the free
 *   text of a custom tool, and `extra_content`.
 */
export function providerRaw(
  names: { model: string; asked_model: string },
  content: readonly ContentBlock[],
  kept: Kept,
  calls: readonly ReadCall[],
): JsonObject {
  const { empty_content, content_parts, body, ...rest } = kept
  const raw: JsonObject = { format: FORMAT, ...names, ...body }
  if (content_parts) {
    const isSaid = JSON.stringify(content_parts) === JSON.stringify(partsOf(content))
    raw.content = isSaid ? 'parts' : content_parts
  } else if (empty_content && calls.length > 0 && !content.some(isBlockOf('text'))) {
    raw.content = ''
  }
  for (const [field, value] of Object.entries(rest)) raw[field] = value
  const exact = exactCalls(content.filter(isBlockOf('tool_use')), calls)
  if (Object.keys(exact).length > 0) raw.tool_calls = exact
  return raw
}

/** What goes back of an answer beside its canonical content, which has the words of reasoning and parts already. */
export function carried(
  { content: said }: Message,
  raw: JsonObject | null,
  { dialect, hasTools }: { dialect: ChatDialect; hasTools: boolean },
): Carried {
  const { reasoning_details, content, tool_calls, annotations, extra_content } = raw ?? {}
  const details = Array.isArray(reasoning_details) ? reasoning_details.filter(isJsonObject) : null
  const parts = (Array.isArray(content) ? content.filter(isJsonObject) : []).filter(isPart)
  const calls = isJsonObject(tool_calls) ? Object.values(tool_calls).filter(isJsonObject) : []
  const beside = [...calls.map((call) => call.extra_content), annotations, extra_content]
  const hasCalls = said.some(isBlockOf('tool_use'))
  return {
    beside: [
      // Words that are signed are read, and not their signature.
      ...(details ?? []).filter(({ type }) => type !== 'reasoning.text').map(withoutWords),
      ...parts.filter((part) => readPart(part).kind === 'other').map(withoutWords),
      ...beside.filter((each) => each !== undefined),
    ],
    thoughts: details
      ? details.some(({ type }) => type === 'reasoning.text')
      : raw !== null &&
        (content === 'parts' || parts.some(isThought) || echoesReasoning(dialect, { hasCalls, hasTools })),
  }
}

const isThought = (part: WirePart) => readPart(part).kind === 'thinking'

function withoutWords({ text: _text, summary: _summary, ...rest }: JsonObject): JsonObject {
  return rest
}

function exactCalls(blocks: readonly ToolUseBlock[], calls: readonly ReadCall[]): JsonObject {
  const exact: JsonObject = {}
  calls.forEach(({ fragments, isCustom, extraContent }, position) => {
    const block = blocks[position]
    if (!block) return
    const kept: JsonObject = extraContent === null ? {} : { extra_content: extraContent }
    if (isCustom) kept.custom = fragments
    else if (fragments !== '' && fragments !== argumentsOf(block)) kept.arguments = fragments
    if (Object.keys(kept).length > 0) exact[position] = kept
  })
  return exact
}
