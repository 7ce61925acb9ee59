import { CALL, type WireAnswer } from './answer.ts'

const LINE = { model: 'llama3.2', created_at: '2026-11-21T12:00:00.123456789Z' }

/** A call comes whole, in one line and with its arguments as an object: there are no fragments of it. */
export const ollamaAnswer: WireAnswer = {
  head: [],
  text: (content) => line({ message: { role: 'assistant', content }, done: false }),
  call: (fragments) => [
    line({
      message: {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: CALL.id, function: { index: 0, name: CALL.name, arguments: JSON.parse(fragments.join('')) } },
        ],
      },
      done: false,
    }),
  ],
  tail: () => [
    line({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'stop',
      total_duration: 4_883_583_458,
      load_duration: 1_334_875,
      prompt_eval_count: 25,
      prompt_eval_duration: 342_546_000,
      eval_count: 4_096,
      eval_duration: 4_535_599_000,
    }),
  ],
}

function line(fields: object): string {
  return `${JSON.stringify({ ...LINE, ...fields })}\n`
}
