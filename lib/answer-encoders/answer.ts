import type { RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock } from '../canonical/block.ts'
import type { HostedToolBlock } from '../canonical/hosted-tool.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { TokenUsage } from '../canonical/usage.ts'

/** What an answer consists of. Ids of calls go out as they are: each format has a look of its own for them. */
export type Part = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | HostedToolBlock

export type Stop =
  | { readonly reason: 'end_turn' | 'tool_use' | 'max_tokens' | 'context_window_exceeded' | 'refusal' }
  | { readonly reason: 'stop_sequence'; readonly sequence: string }

export interface Answer {
  readonly parts: readonly Part[]
  readonly stop: Stop
  readonly usage: TokenUsage
}

/** What an answer is wrapped in. */
export interface About {
  readonly model: string
  /** Seconds since 1970. */
  readonly created: number
  /** A stream ends with its usage, where the format lets the client choose. */
  readonly reports_usage: boolean
  /** A new id with this prefix. */
  mint(prefix: string): string
  /** A token that vouches for a text, the same one for the same text. Null where the client wants none. */
  seal(text: string): string | null
}

/** Writes the events of one streamed answer, each a text to be sent as it is. */
export interface StreamEncoder {
  /** With what is known by now of the usage: a server that hands on another's answer learns the rest at its end. */
  begin(known: TokenUsage): string[]
  /** Of its text nothing is read yet. */
  open(part: Part): string[]
  /** More text of the open part: words, thoughts, or a call's arguments as JSON text. */
  piece(text: string): string[]
  /** The part, whole. */
  close(part: Part): string[]
  end(stop: Stop, usage: TokenUsage): string[]
}

export interface AnswerFormat {
  readonly content_type: string
  /** What ends an event. */
  readonly separator: string
  encoder(about: About): StreamEncoder
  /** The answer in one piece. */
  body(answer: Answer, about: About): JsonObject
}

export function isOf<T extends Part['type']>(type: T): (part: Part) => part is Extract<Part, { type: T }> {
  return (part): part is Extract<Part, { type: T }> => part.type === type
}

/** A call's arguments as text: as they were written, where that is no JSON object. */
export function argumentsText({ input, raw_input }: ToolUseBlock): string {
  return raw_input ?? JSON.stringify(input)
}

/** Every token of the prompt, whether it was read from a cache or not. */
export function wholeInput(usage: TokenUsage): number {
  return usage.input_tokens + usage.cached_input_tokens + usage.cache_creation_input_tokens
}

/** A server-sent event, with its name where the format names its events. */
export function sseEvent(data: object, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}
