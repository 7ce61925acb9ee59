import type { ToolUseBlock } from '../../canonical/block.ts'
import { hashJson } from '../../canonical/hash.ts'
import type { JsonObject } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import { finishToolInput } from '../../canonical/tool-input.ts'
import type { Target } from '../protocol.ts'

/** The arguments of a call as we write them; what was received, where it is not a JSON object. */
export function argumentsOf(block: Pick<ToolUseBlock, 'input' | 'raw_input'>): string {
  return block.raw_input ?? JSON.stringify(block.input)
}

/** Whether a text that was received still says what the call says: then it may go back letter by letter. */
export function saysTheSame(text: string, { input, raw_input }: ToolUseBlock): boolean {
  const read = finishToolInput(text)
  return read.raw_input === raw_input && hashJson(read.input) === hashJson(input)
}

/** A call as a wire can take it. */
export interface SoundCall {
  name: string
  input: JsonObject
  /** The input as JSON, or as received at a host that takes it so. */
  arguments: string
}

/**
 * A name that the wire takes, and arguments that are a JSON object: a text that is none goes inside one, because most
 * hosts parse the arguments of the whole history and refuse all of it where that fails (wire-rules 27, 84 and 126). What
 * is changed is recorded, once for each call.
 */
export function soundCall(
  call: ToolUseBlock,
  message: Message,
  target: Target,
  { wireName, takesText }: { wireName: (name: string) => string; takesText: boolean },
): SoundCall {
  const name = wireName(call.name)
  const text = textOf(call)
  const isWrapped = text !== undefined && !takesText
  const reasons = [
    ...(name === call.name ? [] : ['the tool name has characters that the provider refuses']),
    ...(isWrapped ? ['its arguments are no JSON object: they go inside one'] : []),
  ]
  if (reasons.length > 0) {
    const reason = reasons.join('; ')
    target.project({ message_id: message.id, block_type: 'tool_use', action: 'repaired', reason })
  }
  const input = text === undefined ? call.input : { INVALID_JSON: text }
  return { name, input, arguments: text !== undefined && takesText ? text : JSON.stringify(input) }
}

/** The arguments where they are no JSON object. History from elsewhere may hold such a thing as the input itself. */
function textOf({ input, raw_input }: ToolUseBlock): string | undefined {
  return raw_input ?? (isJsonObject(input) ? undefined : JSON.stringify(input))
}
