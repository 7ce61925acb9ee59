export const WIRE_FORMATS = ['anthropic', 'chat'] as const
export type WireFormat = (typeof WIRE_FORMATS)[number]

/** The adapter, the endpoint and the model that a format is measured with. */
export const WIRES = {
  anthropic: { type: 'anthropic', path: '/v1/messages', model: 'anthropic:claude-sonnet-4-6' },
  chat: { type: 'openai', path: '/v1/chat/completions', model: 'openai:gpt-4.1' },
} as const satisfies Record<WireFormat, { type: string; path: string; model: string }>

export interface AnswerShape {
  /** Pieces of text. */
  deltas: number
  /** Pieces of the arguments of one tool call after the text; 0 is no call. */
  fragments: number
}

/** Server-sent events, each with the empty line that ends it. */
interface WireAnswer {
  head: string[]
  text: (piece: string) => string
  /** The one tool call, from its start to its end. */
  call: (fragments: string[]) => string[]
  tail: (reason: 'call' | 'text') => string[]
}

const CALL = { id: 'call_bench_0001', name: 'write_file' }
const WORDS = ['the ', 'answer ', 'is ', 'forty', '-two, ', 'as ', 'ever', '. ']

/** One whole answer as a provider sends it; text pieces of five characters on average, fragments of eight. */
export function answerEvents(format: WireFormat, { deltas, fragments }: AnswerShape): string[] {
  const { head, text, call, tail } = ANSWERS[format]
  return [
    ...head,
    ...Array.from({ length: deltas }, (_, index) => text(WORDS[index % WORDS.length] ?? '')),
    ...(fragments > 0 ? call(callFragments(fragments)) : []),
    ...tail(fragments > 0 ? 'call' : 'text'),
  ]
}

/** One text delta, for a stream that is made as it goes. */
export function liveAnswer(format: WireFormat) {
  const { head, text, tail } = ANSWERS[format]
  return { head, text, tail: tail('text') }
}

function callFragments(count: number): string[] {
  const middle = Array.from({ length: Math.max(0, count - 2) }, (_, index) => String(index).padStart(8, '0'))
  return ['{"text":"', ...middle, '"}']
}

const ANSWERS: Record<WireFormat, WireAnswer> = { anthropic: anthropicAnswer(), chat: chatAnswer() }

function anthropicAnswer(): WireAnswer {
  const event = (data: { type: string } & Record<string, unknown>) =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  const delta = (index: number, delta: object) => event({ type: 'content_block_delta', index, delta })
  const usage = { input_tokens: 25, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  const message = { id: 'msg_bench', type: 'message', role: 'assistant', model: 'claude-sonnet-4-6', content: [] }
  return {
    head: [
      event({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    ],
    text: (text) => delta(0, { type: 'text_delta', text }),
    call: (fragments) => [
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', ...CALL, input: {} } }),
      ...fragments.map((partial_json) => delta(1, { type: 'input_json_delta', partial_json })),
    ],
    tail: (reason) => [
      event({ type: 'content_block_stop', index: reason === 'call' ? 1 : 0 }),
      event({
        type: 'message_delta',
        delta: { stop_reason: reason === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: 4_096 },
      }),
      event({ type: 'message_stop' }),
    ],
  }
}

function chatAnswer(): WireAnswer {
  const chunk = {
    id: 'chatcmpl-bench0000000000000000001',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'gpt-4.1-2025-04-14',
    service_tier: 'default',
    system_fingerprint: 'fp_bench0001',
  }
  const event = (fields: object) => `data: ${JSON.stringify({ ...chunk, ...fields })}\n\n`
  const choice = (delta: object, finish_reason: string | null = null) =>
    event({ choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null })
  return {
    head: [choice({ role: 'assistant', content: '', refusal: null })],
    text: (content) => choice({ content }),
    call: (fragments) => [
      choice({
        tool_calls: [{ index: 0, id: CALL.id, type: 'function', function: { name: CALL.name, arguments: '' } }],
      }),
      ...fragments.map((piece) => choice({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    ],
    tail: (reason) => [
      choice({}, reason === 'call' ? 'tool_calls' : 'stop'),
      event({ choices: [], usage: { prompt_tokens: 25, completion_tokens: 4_096, total_tokens: 4_121 } }),
      'data: [DONE]\n\n',
    ],
  }
}
