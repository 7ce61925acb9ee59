import { CALL, type WireAnswer } from './answer.ts'

export const chatAnswer = chatChunks(
  {
    id: 'chatcmpl-bench0000000000000000001',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'gpt-4.1-2025-04-14',
    service_tier: 'default',
    system_fingerprint: 'fp_bench0001',
  },
  { head: { refusal: null }, choice: { logprobs: null }, chunk: { usage: null } },
)

/** The same, with an upstream's name in each chunk; the connection is kept open by comments. */
const openRouterChunks = chatChunks(
  {
    id: 'gen-1770000000-bench0000000000000001',
    provider: 'Anthropic',
    model: 'anthropic/claude-sonnet-4.6',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
  },
  { head: {}, choice: { native_finish_reason: null, logprobs: null }, chunk: {} },
)

export const openRouterAnswer: WireAnswer = {
  ...openRouterChunks,
  head: [': OPENROUTER PROCESSING\n\n', ...openRouterChunks.head],
}

function chatChunks(chunk: object, extra: { head: object; choice: object; chunk: object }): WireAnswer {
  const event = (fields: object) => `data: ${JSON.stringify({ ...chunk, ...fields })}\n\n`
  const choice = (delta: object, finish_reason: string | null = null) =>
    event({ choices: [{ index: 0, delta, ...extra.choice, finish_reason }], ...extra.chunk })
  return {
    head: [choice({ role: 'assistant', content: '', ...extra.head })],
    text: (content) => choice({ content }),
    call: (fragments) => [
      choice({
        tool_calls: [{ index: 0, id: CALL.id, type: 'function', function: { name: CALL.name, arguments: '' } }],
      }),
      ...fragments.map((piece) => choice({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    ],
    tail: ({ input }) => [
      choice({}, input === null ? 'stop' : 'tool_calls'),
      event({ choices: [], usage: { prompt_tokens: 25, completion_tokens: 4_096, total_tokens: 4_121 } }),
      'data: [DONE]\n\n',
    ],
  }
}
