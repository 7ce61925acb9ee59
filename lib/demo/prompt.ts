import type { JsonObject } from './json.ts'

/** What a request asks for, read from its wire format; everything the script may know. */
export interface Prompt {
  /** As a person would name it: 'Anthropic Messages'. */
  readonly format: string
  readonly model: string
  readonly streaming: boolean
  /** A stream ends with its usage. */
  readonly reportsUsage: boolean
  readonly maxTokens: number | null
  readonly stopSequences: readonly string[]
  readonly system: string | null
  readonly tools: readonly OfferedTool[]
  readonly toolChoice: ToolChoice
  readonly parallelCalls: boolean
  readonly thinking: boolean
  /** It is to think before every answer, not only where the words say so. */
  readonly thinksUnasked: boolean
  /** The format can carry thoughts that nobody may read. */
  readonly hidesThoughts: boolean
  /** Thoughts may be read. */
  readonly showsThoughts: boolean
  /** Tokens that vouch for thoughts are wanted. */
  readonly vouches: boolean
  /** The provider may search the web. */
  readonly searches: boolean
  readonly outputSchema: JsonObject | null
  readonly turns: readonly Turn[]
  readonly segments: readonly Segment[]
}

export interface OfferedTool {
  readonly name: string
  readonly schema: JsonObject
}

export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly name: string }

/** One message of the request. `role` is the wire's word for it. */
export interface Turn {
  readonly role: string
  readonly text: string
  readonly pictures: readonly string[]
  /** Type and name of each. */
  readonly files: readonly string[]
  readonly thoughts: number
  readonly calls: readonly Call[]
  readonly results: readonly Result[]
}

export interface Call {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

export interface Result {
  readonly id: string
  readonly failed: boolean
  readonly text: string
}

/** A stretch of the prompt, in order, that a prompt cache can end after. */
export interface Segment {
  readonly key: string
  readonly tokens: number
  /** How long a cache entry that ends here was asked to live; `null` for none. */
  readonly cached: '5m' | '1h' | null
}

/** What came after the model's last message (the beginning of an answer to go on from aside): new words, or tool results. */
export function newest({ turns }: Prompt): readonly Turn[] {
  const asked = turns.at(-1)?.role === 'assistant' ? turns.slice(0, -1) : turns
  return asked.slice(asked.findLastIndex((turn) => turn.role === 'assistant') + 1)
}

/** The user's latest words; tool results have none. */
export function lastWords(turns: readonly Turn[]): string {
  return turns.findLast((turn) => turn.role === 'user' && turn.text.trim() !== '')?.text.trim() ?? ''
}

export function tokensOf(segments: readonly Segment[]): number {
  return segments.reduce((total, { tokens }) => total + tokens, 0)
}
