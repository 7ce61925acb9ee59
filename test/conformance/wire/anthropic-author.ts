import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import type { Loose } from '../oracle/expectation.ts'
import type { Part, Script, WireAuthor } from './wire-author.ts'

const STOPS = { end: 'end_turn', length: 'max_tokens', tool: 'tool_use' }

const frame = (event: Loose) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function usageOf({ usage = { input: 1, cached: 0, output: 1 } }: Script): Loose {
  return usage && { input_tokens: usage.input, cache_read_input_tokens: usage.cached, output_tokens: usage.output }
}

function start(part: Part): Loose {
  if ('text' in part) return { type: 'text', text: '' }
  if ('thinking' in part) return { type: 'thinking', thinking: '', signature: '' }
  return { type: 'tool_use', id: part.id, name: part.call, input: {} }
}

function deltas(part: Part): Loose[] {
  if ('text' in part) return part.text.map((text) => ({ type: 'text_delta', text }))
  if ('thinking' in part) {
    const signature = part.signature === undefined ? [] : [{ type: 'signature_delta', signature: part.signature }]
    return [...part.thinking.map((thinking) => ({ type: 'thinking_delta', thinking })), ...signature]
  }
  return part.fragments.map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}

function block(part: Part): Loose {
  if ('text' in part) return { type: 'text', text: part.text.join('') }
  if ('thinking' in part) return { type: 'thinking', thinking: part.thinking.join(''), signature: part.signature }
  return { type: 'tool_use', id: part.id, name: part.call, input: JSON.parse(part.fragments.join('') || '{}') }
}

const message = (content: Loose[]) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'test-model',
  content,
})

const failure = (type: string, message: string) => frame({ type: 'error', error: { type, message } })

export const anthropicAuthor: WireAuthor = {
  api: 'anthropic.messages',
  signs: true,
  wholeCalls: false,
  countsCache: true,
  stream: (script) => [
    frame({ type: 'message_start', message: { ...message([]), usage: usageOf(script) } }),
    ...script.parts.flatMap((part, index) => [
      frame({ type: 'content_block_start', index, content_block: start(part) }),
      ...deltas(part).map((delta) => frame({ type: 'content_block_delta', index, delta })),
      frame({ type: 'content_block_stop', index }),
    ]),
    frame({ type: 'message_delta', delta: { stop_reason: STOPS[script.stop ?? 'end'] }, usage: usageOf(script) }),
    frame({ type: 'message_stop' }),
  ],
  whole: (script) =>
    JSON.stringify({
      ...message(script.parts.map(block)),
      stop_reason: STOPS[script.stop ?? 'end'],
      usage: usageOf(script),
    }),
  errorBody: (words) => JSON.stringify({ type: 'error', error: { type: 'some_error', message: words } }),
  errorFrame: (words) => frame({ type: 'error', error: { type: 'overloaded_error', message: words } }),
  errorsInStream: [
    ['rate_limit', failure('rate_limit_error', 'slow down')],
    ['auth', failure('authentication_error', 'invalid x-api-key')],
    ['billing', failure('billing_error', 'pay first')],
    ['not_found', failure('not_found_error', 'model: nope')],
    ['network', failure('timeout_error', 'too slow')],
    ['server_error', failure('api_error', 'Internal server error')],
    ['invalid_request', failure('invalid_request_error', 'messages: bad')],
    ['context_overflow', failure('invalid_request_error', 'prompt is too long: 3 tokens > 2 maximum')],
    ['content_filter', failure('invalid_request_error', 'Output blocked by content filtering policy')],
  ],
  unknownFrame: frame({ type: 'content_block_dance', index: 0, steps: 3 }),
  countedInput: ({ input, cached }) => input + cached,
  faultsIn: (body) => anthropicFaults(JSON.parse(body)),
  callsIn: (body) => blocksIn(body, 'tool_use').map(({ id, name, input }) => ({ id, name, input })),
  resultIdsIn: (body) => blocksIn(body, 'tool_result').map(({ tool_use_id }) => tool_use_id),
}

function blocksIn(body: string, type: string): Loose[] {
  return JSON.parse(body)
    .messages.flatMap(({ content }: Loose) => (Array.isArray(content) ? content : []))
    .filter((each: Loose) => each.type === type)
}
