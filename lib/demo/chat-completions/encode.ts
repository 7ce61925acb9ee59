import { assertNever } from '../../assert-never.ts'
import type { Answer, Part, Stop } from '../answer.ts'
import { argumentFragmentsOf, fragmentsOf, wordsIn } from '../fragment.ts'
import type { JsonObject } from '../json.ts'
import type { Frame, Reply } from '../wire-format.ts'

export function body({ parts, stop }: Answer, reply: Reply): JsonObject {
  const words = (type: Part['type']) =>
    parts.flatMap((part) => (part.type === type && part.type !== 'call' ? [part.text] : [])).join('\n\n')
  const calls = parts.filter((part) => part.type === 'call')
  const thoughts = words('thinking')
  const message = {
    role: 'assistant',
    content: words('text') || (calls.length > 0 ? null : ''),
    refusal: null,
    ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => toolCall(call.name, call.arguments, reply)) }),
  }
  const choice = { index: 0, message, logprobs: null, finish_reason: finishReason(stop) }
  return { ...envelope('chat.completion', reply), choices: [choice], usage: usageOf(reply) }
}

export function* frames({ parts, stop }: Answer, reply: Reply): Generator<Frame> {
  const chunk = { ...envelope('chat.completion.chunk', reply), ...(reply.prompt.reportsUsage ? { usage: null } : {}) }
  const choose = (role: Frame['role'], delta: JsonObject, words = 0, finish_reason: string | null = null) =>
    event(role, { ...chunk, choices: [{ index: 0, delta, logprobs: null, finish_reason }] }, words)

  const callsOnly = parts.every((part) => part.type === 'call') && parts.length > 0
  yield choose('start', { role: 'assistant', content: callsOnly ? null : '', refusal: null })
  let calls = 0
  for (const part of parts) {
    for (const { delta, words } of deltasOf(part, calls, reply)) yield choose('delta', delta, words)
    if (part.type === 'call') calls += 1
  }
  yield choose('end', {}, 0, finishReason(stop))
  if (reply.prompt.reportsUsage) yield event('end', { ...chunk, choices: [], usage: usageOf(reply) })
  yield { role: 'end', text: 'data: [DONE]\n\n', words: 0 }
}

export function event(role: Frame['role'], data: JsonObject, words = 0): Frame {
  return { role, text: `data: ${JSON.stringify(data)}\n\n`, words }
}

interface Delta {
  readonly delta: JsonObject
  readonly words: number
}

function deltasOf(part: Part, index: number, reply: Reply): Delta[] {
  switch (part.type) {
    case 'text':
      return fragmentsOf(part.text).map((content) => ({ delta: { content }, words: wordsIn(content) }))
    case 'thinking':
      return fragmentsOf(part.text).map((reasoning_content) => ({
        delta: { reasoning_content },
        words: wordsIn(reasoning_content),
      }))
    case 'redacted_thinking':
      return []
    case 'call': {
      const first = { tool_calls: [{ index, ...toolCall(part.name, '', reply) }] }
      const rest = argumentFragmentsOf(part.arguments).map((text) => ({
        tool_calls: [{ index, function: { arguments: text } }],
      }))
      return [first, ...rest].map((delta) => ({ delta, words: 1 }))
    }
    default:
      return assertNever(part)
  }
}

function toolCall(name: string, text: string, { mint }: Reply): JsonObject {
  return { id: mint('call_demo_'), type: 'function', function: { name, arguments: text } }
}

function envelope(object: string, { prompt, created, mint }: Reply): JsonObject {
  return {
    id: mint('chatcmpl-demo-'),
    object,
    created,
    model: prompt.model,
    service_tier: 'default',
    system_fingerprint: 'fp_demo',
  }
}

function finishReason({ reason }: Stop): string {
  switch (reason) {
    case 'end':
    case 'stop_sequence':
      return 'stop'
    case 'calls':
      return 'tool_calls'
    case 'max_tokens':
      return 'length'
    default:
      return assertNever(reason)
  }
}

/** `prompt_tokens` includes the cached ones, `completion_tokens` the reasoning. */
function usageOf({ usage }: Reply): JsonObject {
  const prompt_tokens = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  return {
    prompt_tokens,
    completion_tokens: usage.output,
    total_tokens: prompt_tokens + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.thinking, audio_tokens: 0 },
  }
}
