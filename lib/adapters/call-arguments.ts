import type { ToolUseBlock } from '../canonical/block.ts'
import { hashJson } from '../canonical/hash.ts'
import { finishToolInput } from '../canonical/tool-input.ts'

/** The arguments of a call as we write them; what was received, where it is not a JSON object. */
export function argumentsOf(block: Pick<ToolUseBlock, 'input' | 'raw_input'>): string {
  return block.raw_input ?? JSON.stringify(block.input)
}

/** For servers that parse the arguments of the history, and refuse all of it where that fails. */
export function argumentsInObject(raw_input: string): string {
  return JSON.stringify({ INVALID_JSON: raw_input })
}

/** Whether a text that was received still says what the call says: then it may go back letter by letter. */
export function saysTheSame(text: string, { input, raw_input }: ToolUseBlock): boolean {
  const read = finishToolInput(text)
  return read.raw_input === raw_input && hashJson(read.input) === hashJson(input)
}
