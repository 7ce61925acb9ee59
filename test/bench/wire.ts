import { ARGUMENT, type WireAnswer } from './wire/answer.ts'
import { anthropicAnswer } from './wire/anthropic.ts'
import { chatAnswer, openRouterAnswer } from './wire/chat.ts'
import { ollamaAnswer } from './wire/ollama.ts'
import { responsesAnswer } from './wire/responses.ts'

export const WIRE_FORMATS = ['anthropic', 'chat', 'responses', 'ollama', 'openrouter'] as const
export type WireFormat = (typeof WIRE_FORMATS)[number]

/** Those that whole turns of the product are measured with. */
export const TURN_FORMATS = ['anthropic', 'chat'] as const satisfies WireFormat[]

/** The adapter, the endpoint and the model that a format is measured with. */
export const WIRES = {
  anthropic: { type: 'anthropic', path: '/v1/messages', model: 'anthropic:claude-sonnet-4-6', framing: 'sse' },
  chat: { type: 'openai', path: '/v1/chat/completions', model: 'openai:gpt-4.1', framing: 'sse' },
  responses: { type: 'openai-responses', path: '/v1/responses', model: 'openai:gpt-5.1', framing: 'sse' },
  ollama: { type: 'ollama', path: '/api/chat', model: 'ollama:llama3.2', framing: 'ndjson' },
  openrouter: {
    type: 'openrouter',
    path: '/api/v1/chat/completions',
    model: 'openrouter:anthropic/claude-sonnet-4.6',
    framing: 'sse',
  },
} as const satisfies Record<WireFormat, object>

const ANSWERS: Readonly<Record<WireFormat, WireAnswer>> = {
  anthropic: anthropicAnswer,
  chat: chatAnswer,
  responses: responsesAnswer,
  ollama: ollamaAnswer,
  openrouter: openRouterAnswer,
}

export interface AnswerShape {
  /** Pieces of text. */
  deltas: number
  /** Pieces of the arguments of one tool call after the text; 0 is no call. */
  fragments: number
}

const WORDS = ['the ', 'answer ', 'is ', 'forty', '-two, ', 'as ', 'ever', '. ']

/** One whole answer as a provider sends it; text pieces of five characters on average, fragments of eight. */
export function answerEvents(format: WireFormat, { deltas, fragments }: AnswerShape): string[] {
  const { head, text, call, tail } = ANSWERS[format]
  const pieces = textPieces(deltas)
  const input = fragments > 0 ? callFragments(fragments) : null
  const whole = { text: pieces.join(''), input: input?.join('') ?? null }
  return [
    ...head,
    ...pieces.map((piece, at) => text(piece, at)),
    ...(input ? call(input, whole.text) : []),
    ...tail(whole),
  ]
}

/** What a reader of that answer must have in the end. */
export function answerContent({ deltas, fragments }: AnswerShape): { text: string; input: string } {
  return { text: textPieces(deltas).join(''), input: fragments > 0 ? callFragments(fragments).join('') : '' }
}

/** An answer of text alone, for a stream that is made as it goes. */
export function liveAnswer(format: WireFormat) {
  const { head, text, tail } = ANSWERS[format]
  return { head, text, tail: (whole: string) => tail({ text: whole, input: null }) }
}

function textPieces(count: number): string[] {
  return Array.from({ length: count }, (_, index) => WORDS[index % WORDS.length] ?? '')
}

function callFragments(count: number): string[] {
  const middle = Array.from({ length: Math.max(0, count - 2) }, (_, index) => String(index).padStart(8, '0'))
  return [`{"${ARGUMENT}":"`, ...middle, '"}']
}
