import { CALL, type WireAnswer } from './answer.ts'

const USAGE = { input_tokens: 25, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
const MESSAGE = { id: 'msg_bench', type: 'message', role: 'assistant', model: 'claude-sonnet-4-6', content: [] }

export const anthropicAnswer: WireAnswer = {
  head: [
    event({ type: 'message_start', message: { ...MESSAGE, stop_reason: null, stop_sequence: null, usage: USAGE } }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  text: (text) => delta(0, { type: 'text_delta', text }),
  call: (fragments) => [
    event({ type: 'content_block_stop', index: 0 }),
    event({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', ...CALL, input: {} } }),
    ...fragments.map((partial_json) => delta(1, { type: 'input_json_delta', partial_json })),
  ],
  tail: ({ input }) => [
    event({ type: 'content_block_stop', index: input === null ? 0 : 1 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: input === null ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 4_096 },
    }),
    event({ type: 'message_stop' }),
  ],
}

function event(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

function delta(index: number, delta: object): string {
  return event({ type: 'content_block_delta', index, delta })
}
