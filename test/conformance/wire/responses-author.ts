import { responsesFaults } from '#test/support/responses-validator.ts'
import type { Loose } from '../oracle/expectation.ts'
import type { Part, Script, WireAuthor } from './wire-author.ts'

const frame = (event: Loose) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function usageOf({ usage = { input: 1, cached: 0, output: 1 } }: Script): Loose {
  return (
    usage && {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    }
  )
}

function item(part: Part, output_index: number): Loose {
  if ('text' in part) {
    const content = [{ type: 'output_text', text: part.text.join(''), annotations: [] }]
    return { id: `msg_${output_index}`, type: 'message', role: 'assistant', status: 'completed', content }
  }
  if ('thinking' in part) {
    const summary = [{ type: 'summary_text', text: part.thinking.join('') }]
    return { id: `rs_${output_index}`, type: 'reasoning', summary, encrypted_content: 'Z0FBQUFB' }
  }
  const call = { type: 'function_call', call_id: part.id, name: part.call, arguments: part.fragments.join('') }
  return { id: `fc_${output_index}`, ...call, status: 'completed' }
}

function begun(part: Part, output_index: number): Loose {
  const whole = item(part, output_index)
  if ('text' in part) return { ...whole, content: [], status: 'in_progress' }
  return 'thinking' in part
    ? { ...whole, summary: [], encrypted_content: 'Z0FB' }
    : { ...whole, arguments: '', status: 'in_progress' }
}

function deltas(part: Part, output_index: number): Loose[] {
  const { id: item_id } = item(part, output_index)
  const place = { item_id, output_index }
  if ('text' in part) {
    return part.text.map((delta) => ({ type: 'response.output_text.delta', ...place, content_index: 0, delta }))
  }
  return 'thinking' in part
    ? part.thinking.map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...place,
        summary_index: 0,
        delta,
      }))
    : part.fragments.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta }))
}

function response(script: Script): Loose {
  const isCut = script.stop === 'length'
  return {
    id: 'resp_1',
    object: 'response',
    model: 'test-model',
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    error: null,
    output: script.parts.map(item),
    usage: usageOf(script),
  }
}

const failure = (code: string) =>
  frame({
    type: 'response.failed',
    response: {
      object: 'response',
      status: 'failed',
      model: 'test-model',
      output: [],
      error: { code, message: 'words' },
    },
  })

export const responsesAuthor: WireAuthor = {
  api: 'openai.responses',
  signs: false,
  wholeCalls: false,
  countsCache: true,
  stream: (script) => [
    frame({
      type: 'response.created',
      response: { id: 'resp_1', object: 'response', status: 'in_progress', model: 'test-model', output: [] },
    }),
    ...script.parts.flatMap((part, output_index) => [
      frame({ type: 'response.output_item.added', output_index, item: begun(part, output_index) }),
      ...deltas(part, output_index).map(frame),
      frame({ type: 'response.output_item.done', output_index, item: item(part, output_index) }),
    ]),
    frame({ type: `response.${response(script).status}`, response: response(script) }),
  ],
  whole: (script) => JSON.stringify(response(script)),
  errorBody: (words) => JSON.stringify({ error: { message: words, type: 'some_error', param: null, code: null } }),
  errorFrame: (words) => frame({ type: 'error', code: 'rate_limit_exceeded', message: words, param: null }),
  errorsInStream: [
    ['rate_limit', failure('rate_limit_exceeded')],
    ['auth', failure('invalid_api_key')],
    ['billing', failure('insufficient_quota')],
    ['not_found', failure('model_not_found')],
    ['server_error', failure('server_error')],
    ['invalid_request', failure('string_above_max_length')],
    ['context_overflow', failure('context_length_exceeded')],
    ['content_filter', failure('content_policy_violation')],
  ],
  unknownFrame: frame({ type: 'response.dance.delta', item_id: 'dance_1', steps: 3 }),
  countedInput: ({ input }) => input,
  faultsIn: (body) => responsesFaults(JSON.parse(body)),
  callsIn: (body) =>
    JSON.parse(body)
      .input.filter(({ type }: Loose) => type === 'function_call')
      .map((call: Loose) => ({ id: call.call_id, name: call.name, input: JSON.parse(call.arguments) })),
  resultIdsIn: (body) =>
    JSON.parse(body)
      .input.filter(({ type }: Loose) => type === 'function_call_output')
      .map(({ call_id }: Loose) => call_id),
}
