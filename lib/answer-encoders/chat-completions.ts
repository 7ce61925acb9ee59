import { assertNever } from '../assert-never.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import {
  type About,
  type Answer,
  type AnswerFormat,
  argumentsText,
  isOf,
  type Part,
  type Stop,
  type StreamEncoder,
  sseEvent,
  wholeInput,
} from './answer.ts'

/** In what hosts that speak Chat Completions differ. */
export interface ChatAnswers {
  /** What a response's id begins with. */
  readonly id: string
  /** Events before the first: signs of life. */
  readonly greeting: readonly string[]
  /** In every delta. */
  readonly delta: JsonObject
  readonly choice: (finish_reason: string | null) => JsonObject
  readonly envelope: JsonObject
  readonly always_reports_usage: boolean
  /** Fields for a piece of a thought, for its end, and for one that nobody may read. */
  readonly thought: (text: string, index: number) => JsonObject
  readonly thought_end: (part: ThinkingPart, index: number, about: About) => JsonObject | null
  readonly thoughts: (parts: readonly ThinkingPart[], about: About) => JsonObject
  readonly prompt_details: (usage: TokenUsage) => JsonObject
  readonly usage: (usage: TokenUsage) => JsonObject
}

export type ThinkingPart = Extract<Part, { type: 'thinking' | 'redacted_thinking' }>

const isThinking = (part: Part): part is ThinkingPart => part.type === 'thinking' || part.type === 'redacted_thinking'

/** `POST /v1/chat/completions` of OpenAI, with thoughts in the field in which compatible hosts show them. */
export const chatCompletionsAnswers: AnswerFormat = chatAnswers({
  id: 'chatcmpl-',
  greeting: [],
  delta: {},
  choice: (finish_reason) => ({ logprobs: null, finish_reason }),
  envelope: { service_tier: 'default', system_fingerprint: null },
  always_reports_usage: false,
  thought: (reasoning_content) => ({ reasoning_content }),
  thought_end: () => null,
  thoughts: (parts) => {
    const text = parts.map((part) => (part.type === 'thinking' ? part.text : '')).join('')
    return text === '' ? {} : { reasoning_content: text }
  },
  prompt_details: () => ({}),
  usage: () => ({}),
})

export function chatAnswers(host: ChatAnswers): AnswerFormat {
  return {
    content_type: 'text/event-stream; charset=utf-8',
    separator: '\n\n',
    encoder: (about) => new Encoder(host, about),
    body: (answer, about) => body(answer, about, host),
  }
}

function body({ parts, stop, usage }: Answer, about: About, host: ChatAnswers): JsonObject {
  const calls = parts.filter(isOf('tool_use'))
  const texts = parts.filter(isOf('text'))
  const spoken = texts.map(({ text }) => text).join('')
  const annotations = texts.flatMap((part, at) => annotationsOf(part, texts.slice(0, at)))
  const message = {
    role: 'assistant',
    content: spoken || (calls.length > 0 ? null : ''),
    refusal: null,
    ...host.thoughts(parts.filter(isThinking), about),
    ...(annotations.length > 0 && { annotations }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => toolCall(call, argumentsText(call))) }),
  }
  const choice = { index: 0, message, ...host.choice(finishReason(stop)) }
  return { ...envelope('chat.completion', about, host), choices: [choice], usage: usageOf(usage, host) }
}

class Encoder implements StreamEncoder {
  readonly #host: ChatAnswers
  readonly #about: About
  readonly #chunk: JsonObject
  readonly #texts: Extract<Part, { type: 'text' }>[] = []
  #open: Part['type'] = 'text'
  #calls = -1
  #thoughts = -1
  #isBegun = false

  constructor(host: ChatAnswers, about: About) {
    this.#host = host
    this.#about = about
    const isAsked = about.reports_usage && !host.always_reports_usage
    this.#chunk = { ...envelope('chat.completion.chunk', about, host), ...(isAsked && { usage: null }) }
  }

  begin(): string[] {
    return [...this.#host.greeting]
  }

  open(part: Part): string[] {
    this.#open = part.type
    const start = this.#start(part.type === 'tool_use' ? null : '')
    if (isThinking(part)) this.#thoughts += 1
    if (part.type !== 'tool_use') return start
    this.#calls += 1
    return [...start, this.#delta({ tool_calls: [{ index: this.#calls, ...toolCall(part, '') }] })]
  }

  piece(text: string): string[] {
    switch (this.#open) {
      case 'text':
        return [this.#delta({ content: text })]
      case 'thinking':
        return [this.#delta(this.#host.thought(text, this.#thoughts))]
      case 'tool_use':
        return [this.#delta({ tool_calls: [{ index: this.#calls, function: { arguments: text } }] })]
      case 'redacted_thinking':
      case 'hosted_tool':
        return []
      default:
        return assertNever(this.#open)
    }
  }

  close(part: Part): string[] {
    if (isThinking(part)) {
      const end = this.#host.thought_end(part, this.#thoughts, this.#about)
      return end === null ? [] : [this.#delta(end)]
    }
    if (part.type !== 'text') return []
    const annotations = annotationsOf(part, this.#texts)
    this.#texts.push(part)
    return annotations.length > 0 ? [this.#delta({ annotations })] : []
  }

  end(stop: Stop, usage: TokenUsage): string[] {
    const { always_reports_usage: always } = this.#host
    return [
      ...this.#start(''),
      this.#delta({}, finishReason(stop)),
      ...(always || this.#about.reports_usage
        ? [sseEvent({ ...this.#chunk, choices: [], usage: usageOf(usage, this.#host) })]
        : []),
      'data: [DONE]\n\n',
    ]
  }

  /** The first chunk says who speaks, and whether there will be words at all. */
  #start(content: string | null): string[] {
    if (this.#isBegun) return []
    this.#isBegun = true
    return [this.#delta({ role: 'assistant', content, refusal: null })]
  }

  #delta(delta: JsonObject, finish_reason: string | null = null): string {
    const { delta: always, choice } = this.#host
    return sseEvent({
      ...this.#chunk,
      choices: [{ index: 0, delta: { ...always, ...delta }, ...choice(finish_reason) }],
    })
  }
}

function toolCall({ id, name }: Extract<Part, { type: 'tool_use' }>, text: string): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } }
}

/** Positions are those in all of the message's text. */
function annotationsOf(
  { text, citations }: Extract<Part, { type: 'text' }>,
  before: readonly { text: string }[],
): JsonObject[] {
  const offset = before.reduce((length, part) => length + part.text.length, 0)
  return (citations ?? []).map(({ url, title, cited_text, start, end }) => ({
    type: 'url_citation',
    url_citation: {
      url: url ?? '',
      title: title ?? '',
      ...(cited_text != null && { content: cited_text }),
      start_index: offset + (start ?? 0),
      end_index: offset + (end ?? text.length),
    },
  }))
}

function envelope(object: string, { model, created, mint }: About, host: ChatAnswers): JsonObject {
  return { id: mint(host.id), object, created, model, ...host.envelope }
}

export function finishReason({ reason }: Stop): string {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop'
    case 'tool_use':
      return 'tool_calls'
    case 'max_tokens':
    case 'context_window_exceeded':
      return 'length'
    case 'refusal':
      return 'content_filter'
    default:
      return assertNever(reason)
  }
}

/** `prompt_tokens` includes the cached ones, `completion_tokens` the reasoning. */
function usageOf(usage: TokenUsage, host: ChatAnswers): JsonObject {
  const prompt_tokens = wholeInput(usage)
  return {
    prompt_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: prompt_tokens + usage.output_tokens,
    prompt_tokens_details: { cached_tokens: usage.cached_input_tokens, audio_tokens: 0, ...host.prompt_details(usage) },
    completion_tokens_details: { reasoning_tokens: usage.reasoning_tokens ?? 0, audio_tokens: 0 },
    ...host.usage(usage),
  }
}
