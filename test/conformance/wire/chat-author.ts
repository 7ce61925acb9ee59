import { chatFaults } from '#test/support/chat-validator.ts'
import type { Loose } from '../oracle/expectation.ts'
import type { Part, Script, WireAuthor } from './wire-author.ts'

const STOPS = { end: 'stop', length: 'length', tool: 'tool_calls' }

const frame = (chunk: Loose) => `data: ${JSON.stringify(chunk)}\n\n`

const chunk = (delta: Loose, finish_reason: string | null = null) =>
  frame({
    id: 'c1',
    object: 'chat.completion.chunk',
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason }],
  })

function usageOf({ usage = { input: 1, cached: 0, output: 1 } }: Script): Loose {
  return (
    usage && {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached },
    }
  )
}

function deltas(part: Part, index: number): Loose[] {
  if ('text' in part) return part.text.map((content) => ({ content }))
  if ('thinking' in part) return part.thinking.map((reasoning_content) => ({ reasoning_content }))
  return [
    { tool_calls: [{ index, id: part.id, type: 'function', function: { name: part.call, arguments: '' } }] },
    ...part.fragments.map((fragment) => ({ tool_calls: [{ index, function: { arguments: fragment } }] })),
  ]
}

const callsOf = (parts: readonly Part[]) => parts.filter((part) => 'call' in part)

function message(parts: readonly Part[]): Loose {
  const calls = callsOf(parts).map(({ id, call, fragments }) => ({
    id,
    type: 'function',
    function: { name: call, arguments: fragments.join('') },
  }))
  const text = parts.flatMap((part) => ('text' in part ? part.text : [])).join('')
  const thinking = parts.flatMap((part) => ('thinking' in part ? part.thinking : [])).join('')
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

const failure = (code: string) => frame({ error: { message: 'words', type: 'some_error', code } })

export const chatAuthor: WireAuthor = {
  api: 'openai.chat',
  signs: false,
  wholeCalls: false,
  countsCache: true,
  stream: (script) => [
    chunk({ role: 'assistant', content: '' }),
    ...script.parts.flatMap((part, place) => {
      // Calls are numbered among themselves.
      const index = callsOf(script.parts.slice(0, place)).length
      return deltas(part, index).map((delta) => chunk(delta))
    }),
    chunk({}, STOPS[script.stop ?? 'end']),
    ...(script.usage === null ? [] : [frame({ id: 'c1', model: 'test-model', choices: [], usage: usageOf(script) })]),
    'data: [DONE]\n\n',
  ],
  whole: (script) =>
    JSON.stringify({
      id: 'c1',
      object: 'chat.completion',
      model: 'test-model',
      choices: [{ index: 0, message: message(script.parts), finish_reason: STOPS[script.stop ?? 'end'] }],
      usage: usageOf(script),
    }),
  errorBody: (words) => JSON.stringify({ error: { message: words, type: 'some_error', code: null } }),
  errorFrame: (words) => frame({ error: { message: words, type: 'overloaded_error', code: 'overloaded_error' } }),
  errorsInStream: [
    ['network', failure('timeout_error')],
    ['rate_limit', failure('rate_limit_exceeded')],
    ['auth', failure('invalid_api_key')],
    ['billing', failure('insufficient_quota')],
    ['not_found', failure('model_not_found')],
    ['server_error', failure('server_error')],
    ['invalid_request', failure('string_above_max_length')],
    ['context_overflow', failure('context_length_exceeded')],
    ['content_filter', failure('content_policy_violation')],
  ],
  unknownFrame: frame({ object: 'chat.completion.dance', steps: 3 }),
  countedInput: ({ input }) => input,
  faultsIn: (body) => chatFaults(JSON.parse(body)),
  callsIn: (body) =>
    JSON.parse(body)
      .messages.flatMap((each: Loose) => each.tool_calls ?? [])
      .map((call: Loose) => ({ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) })),
  resultIdsIn: (body) =>
    JSON.parse(body)
      .messages.filter(({ role }: Loose) => role === 'tool')
      .map(({ tool_call_id }: Loose) => tool_call_id),
}
