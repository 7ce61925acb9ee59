import { ollamaFaults } from '#test/support/ollama-validator.ts'
import type { Loose } from '../oracle/expectation.ts'
import type { Part, Script, WireAuthor } from './wire-author.ts'

const STOPS = { end: 'stop', length: 'length', tool: 'stop' }

const frame = (line: Loose) => `${JSON.stringify(line)}\n`

const CREATED = { model: 'test-model', created_at: '2026-05-08T12:00:00Z' }

const line = (fields: Loose) =>
  frame({ ...CREATED, message: { role: 'assistant', content: '', ...fields }, done: false })

function last({ stop = 'end', usage = { input: 1, cached: 0, output: 1 } }: Script): Loose {
  return {
    done: true,
    done_reason: STOPS[stop],
    total_duration: 5,
    ...(usage && { prompt_eval_count: usage.input, eval_count: usage.output }),
  }
}

/** An object, as the server sends it; text that is none as a gateway would hand it on. */
function argumentsOf(fragments: readonly string[]): Loose {
  const text = fragments.join('') || '{}'
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const wireCall = ({ id, call, fragments }: Extract<Part, { call: string }>, index: number) => ({
  id,
  function: { index, name: call, arguments: argumentsOf(fragments) },
})

function lines(part: Part, index: number): string[] {
  if ('text' in part) return part.text.map((content) => line({ content }))
  if ('thinking' in part) return part.thinking.map((thinking) => line({ thinking }))
  return [line({ tool_calls: [wireCall(part, index)] })]
}

function message(parts: readonly Part[]): Loose {
  const text = parts.flatMap((part) => ('text' in part ? part.text : [])).join('')
  const thinking = parts.flatMap((part) => ('thinking' in part ? part.thinking : [])).join('')
  const calls = parts.filter((part) => 'call' in part)
  return {
    role: 'assistant',
    content: text,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(wireCall) }),
  }
}

export const ollamaAuthor: WireAuthor = {
  api: 'ollama.chat',
  signs: false,
  wholeCalls: true,
  countsCache: false,
  stream: (script) => [
    // Some models begin with a line that says nothing.
    line({}),
    ...script.parts.flatMap((part, index) =>
      lines(part, script.parts.slice(0, index).filter((each) => 'call' in each).length),
    ),
    frame({ ...CREATED, message: { role: 'assistant', content: '' }, ...last(script) }),
  ],
  whole: (script) => JSON.stringify({ ...CREATED, message: message(script.parts), ...last(script) }),
  errorBody: (words) => JSON.stringify({ error: words }),
  errorFrame: (words) => frame({ error: words, status: 429 }),
  errorsInStream: [
    ['not_found', frame({ error: "model 'nope' not found" })],
    ['invalid_request', frame({ error: 'registry.ollama.ai/library/nope:2b does not support tools' })],
    ['context_overflow', frame({ error: 'the input length exceeds the context length' })],
    ['auth', frame({ error: 'unauthorized', status: 401 })],
    ['server_error', frame({ error: 'llama runner process has terminated: signal: killed' })],
  ],
  unknownFrame: frame({ ...CREATED, dance: { steps: 3 } }),
  countedInput: ({ input }) => input,
  faultsIn: (body) => ollamaFaults(JSON.parse(body)),
  callsIn: (body) =>
    JSON.parse(body)
      .messages.flatMap((each: Loose) => each.tool_calls ?? [])
      .map((call: Loose) => ({ id: call.id, name: call.function.name, input: call.function.arguments })),
  resultIdsIn: (body) =>
    JSON.parse(body)
      .messages.filter(({ role }: Loose) => role === 'tool')
      .map(({ tool_call_id }: Loose) => tool_call_id),
}
