import { assertNever } from '../../assert-never.ts'
import type { Answer, Part, Stop } from '../answer.ts'
import { argumentFragmentsOf, fragmentsOf, wordsIn } from '../fragment.ts'
import { isJsonObject, type JsonObject, parseJson } from '../json.ts'
import type { Frame, Reply } from '../wire-format.ts'
import { redactedData, signatureOf } from './signature.ts'

export function body({ parts, stop }: Answer, reply: Reply): JsonObject {
  const content = parts.map((part) => {
    const { block, delta } = blockOf(part, reply)
    return delta === null ? block : { ...block, ...delta.whole }
  })
  return { ...envelope(reply), content, ...stopOf(stop), usage: { ...usageAtStart(reply), ...usageAtEnd(reply) } }
}

export function* frames({ parts, stop }: Answer, reply: Reply): Generator<Frame> {
  const message = {
    ...envelope(reply),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageAtStart(reply),
  }
  yield event('start', { type: 'message_start', message })
  if (parts.length === 0) yield ping
  for (const [index, part] of parts.entries()) {
    const { block, delta } = blockOf(part, reply)
    yield event('start', { type: 'content_block_start', index, content_block: block })
    if (index === 0) yield ping
    for (const one of delta?.pieces ?? [])
      yield event('delta', { type: 'content_block_delta', index, delta: one.delta }, one.words)
    yield event('start', { type: 'content_block_stop', index })
  }
  yield event('end', { type: 'message_delta', delta: stopOf(stop), usage: usageAtEnd(reply) })
  yield event('end', { type: 'message_stop' })
}

export function event(role: Frame['role'], data: JsonObject, words = 0): Frame {
  return { role, text: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`, words }
}

const ping = event('start', { type: 'ping' })

interface Block {
  /** As it starts. */
  readonly block: JsonObject
  /** What comes after that: as deltas, and as the fields of a block that is sent whole. */
  readonly delta: { readonly whole: JsonObject; readonly pieces: readonly Piece[] } | null
}

interface Piece {
  readonly delta: JsonObject
  readonly words: number
}

function blockOf(part: Part, { prompt, mint }: Reply): Block {
  switch (part.type) {
    case 'text':
      return {
        block: { type: 'text', text: '' },
        delta: {
          whole: { text: part.text },
          pieces: fragmentsOf(part.text).map((text) => piece({ type: 'text_delta', text }, text)),
        },
      }
    case 'thinking': {
      const signature = signatureOf(part.text, prompt.model)
      const thoughts = fragmentsOf(part.text).map((thinking) => piece({ type: 'thinking_delta', thinking }, thinking))
      return {
        block: { type: 'thinking', thinking: '', signature: '' },
        delta: {
          whole: { thinking: part.text, signature },
          pieces: [...thoughts, piece({ type: 'signature_delta', signature }, '')],
        },
      }
    }
    case 'redacted_thinking':
      return { block: { type: 'redacted_thinking', data: redactedData(part.text, prompt.model) }, delta: null }
    case 'call': {
      const input = parseJson(part.arguments)
      const pieces = ['', ...argumentFragmentsOf(part.arguments)].map((text) =>
        piece({ type: 'input_json_delta', partial_json: text }, text),
      )
      return {
        block: { type: 'tool_use', id: mint('toolu_demo_'), name: part.name, input: {} },
        delta: { whole: { input: isJsonObject(input) ? input : {} }, pieces },
      }
    }
    default:
      return assertNever(part)
  }
}

function piece(delta: JsonObject, text: string): Piece {
  return { delta, words: wordsIn(text) }
}

function envelope({ prompt, mint }: Reply): JsonObject {
  return { id: mint('msg_demo_'), type: 'message', role: 'assistant', model: prompt.model }
}

function stopOf(stop: Stop): JsonObject {
  switch (stop.reason) {
    case 'end':
      return { stop_reason: 'end_turn', stop_sequence: null }
    case 'calls':
      return { stop_reason: 'tool_use', stop_sequence: null }
    case 'max_tokens':
      return { stop_reason: 'max_tokens', stop_sequence: null }
    case 'stop_sequence':
      return { stop_reason: 'stop_sequence', stop_sequence: stop.sequence }
    default:
      return assertNever(stop)
  }
}

function inputUsage({ usage }: Reply): JsonObject {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
  }
}

function usageAtStart(reply: Reply): JsonObject {
  const { cacheWrite5m, cacheWrite1h } = reply.usage
  return {
    ...inputUsage(reply),
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h },
    output_tokens: 1,
    service_tier: 'standard',
  }
}

/** Cumulative: it takes the place of what the start said. */
function usageAtEnd(reply: Reply): JsonObject {
  const { output, thinking } = reply.usage
  return { ...inputUsage(reply), output_tokens: output, output_tokens_details: { thinking_tokens: thinking } }
}
