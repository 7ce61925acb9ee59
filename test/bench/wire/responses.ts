import { CALL, type WireAnswer } from './answer.ts'

const RESPONSE = {
  id: 'resp_bench',
  object: 'response',
  created_at: 1_770_000_000,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  model: 'gpt-5.1-2025-11-13',
  output: [],
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: [],
  usage: null,
}

const MESSAGE_ID = 'msg_bench00000000000000000000000000000000000000000001'
const CALL_ID = 'fc_bench000000000000000000000000000000000000000000001'
const TEXT_PLACE = { item_id: MESSAGE_ID, output_index: 0, content_index: 0 }
const CALL_PLACE = { item_id: CALL_ID, output_index: 1 }

/** The end of each level says the whole again: the text alone comes four times. */
export const responsesAnswer: WireAnswer = {
  head: [
    event('response.created', { response: RESPONSE }),
    event('response.in_progress', { response: RESPONSE }),
    event('response.output_item.added', {
      output_index: 0,
      item: { ...message(''), status: 'in_progress', content: [] },
    }),
    event('response.content_part.added', { ...TEXT_PLACE, part: part('') }),
  ],
  text: (delta, at = 0) =>
    event('response.output_text.delta', { ...TEXT_PLACE, delta, logprobs: [], obfuscation: padding(delta, at) }, at),
  call: (fragments, text) => [
    ...messageEnd(text),
    event('response.output_item.added', { output_index: 1, item: { ...call(''), status: 'in_progress' } }),
    ...fragments.map((delta, at) =>
      event('response.function_call_arguments.delta', { ...CALL_PLACE, delta, obfuscation: padding(delta, at) }, at),
    ),
  ],
  tail: ({ text, input }) => [
    ...(input === null ? messageEnd(text) : callEnd(input)),
    event('response.completed', {
      response: {
        ...RESPONSE,
        status: 'completed',
        output: [message(text), ...(input === null ? [] : [call(input)])],
        usage: {
          input_tokens: 25,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 4_096,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 4_121,
        },
      },
    }),
  ],
}

/** `at` is how many of its kind came before: what tells pieces apart besides their words differs, as at the provider. */
function event(type: string, fields: object, at = 0): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: at + 1, ...fields })}\n\n`
}

/** Short pieces are as long as others with it; the letters differ with each. */
function padding(delta: string, at: number): string {
  const letters = ((at + 1) * 2_654_435_761).toString(36).padStart(16, 'x')
  return letters.slice(Math.min(delta.length, 16))
}

function part(text: string) {
  return { type: 'output_text', annotations: [], logprobs: [], text }
}

function message(text: string) {
  return { id: MESSAGE_ID, type: 'message', status: 'completed', content: [part(text)], role: 'assistant' }
}

function call(input: string) {
  const { id: call_id, name } = CALL
  return { id: CALL_ID, type: 'function_call', status: 'completed', arguments: input, call_id, name }
}

function messageEnd(text: string): string[] {
  return [
    event('response.output_text.done', { ...TEXT_PLACE, text, logprobs: [] }),
    event('response.content_part.done', { ...TEXT_PLACE, part: part(text) }),
    event('response.output_item.done', { output_index: 0, item: message(text) }),
  ]
}

function callEnd(input: string): string[] {
  return [
    event('response.function_call_arguments.done', { ...CALL_PLACE, arguments: input }),
    event('response.output_item.done', { output_index: 1, item: call(input) }),
  ]
}
