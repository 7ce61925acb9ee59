import { assertNever } from '../assert-never.ts'
import type { Citation, HostedToolBlock } from '../canonical/hosted-tool.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import {
  type About,
  type Answer,
  type AnswerFormat,
  type Part,
  type Stop,
  type StreamEncoder,
  sseEvent,
} from './answer.ts'

/** `POST /v1/messages` of Anthropic. */
export const anthropicAnswers: AnswerFormat = {
  content_type: 'text/event-stream; charset=utf-8',
  separator: '\n\n',
  encoder: (about) => new Encoder(about),
  body: ({ parts, stop, usage }: Answer, about: About) => ({
    ...envelope(about),
    content: parts.flatMap((part) => wholeBlocks(part, about)),
    ...stopOf(stop),
    usage: { ...usageAtStart(usage), ...usageAtEnd(usage) },
  }),
}

class Encoder implements StreamEncoder {
  readonly #about: About
  #index = -1

  constructor(about: About) {
    this.#about = about
  }

  begin(known: TokenUsage): string[] {
    const message = {
      ...envelope(this.#about),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: usageAtStart(known),
    }
    return [event({ type: 'message_start', message })]
  }

  open(part: Part): string[] {
    switch (part.type) {
      case 'text':
        return this.#start({ type: 'text', text: '' })
      case 'thinking':
        return this.#start({ type: 'thinking', thinking: '', signature: '' })
      case 'redacted_thinking':
        return this.#start({ ...part })
      case 'tool_use':
        return [...this.#start({ type: 'tool_use', id: part.id, name: part.name, input: {} }), ...this.#json('')]
      case 'hosted_tool': {
        const [call, result] = searchBlocks(part, this.#about)
        if (!call || !result) return []
        return [
          ...this.#start({ ...call, input: {} }),
          ...this.#json(''),
          ...this.#json(JSON.stringify(call.input)),
          this.#stop(),
          ...this.#start(result),
        ]
      }
      default:
        return assertNever(part)
    }
  }

  piece(text: string): string[] {
    return [this.#delta(this.#pieceOf(text))]
  }

  #pieceOf: (text: string) => JsonObject = (text) => ({ type: 'text_delta', text })

  close(part: Part): string[] {
    switch (part.type) {
      case 'text': {
        const cited = (part.citations ?? []).map((each) => citation(each, this.#about))
        return [...cited.map((each) => this.#delta({ type: 'citations_delta', citation: each })), this.#stop()]
      }
      case 'thinking':
        return [this.#delta({ type: 'signature_delta', signature: signature(part, this.#about) }), this.#stop()]
      case 'redacted_thinking':
      case 'tool_use':
        return [this.#stop()]
      case 'hosted_tool':
        return isSearch(part) ? [this.#stop()] : []
      default:
        return assertNever(part)
    }
  }

  end(stop: Stop, usage: TokenUsage): string[] {
    return [
      ...(this.#index < 0 ? [PING] : []),
      event({ type: 'message_delta', delta: stopOf(stop), usage: usageAtEnd(usage) }),
      event({ type: 'message_stop' }),
    ]
  }

  #start(content_block: JsonObject): string[] {
    this.#index += 1
    this.#pieceOf = PIECES[String(content_block.type)] ?? this.#pieceOf
    const start = event({ type: 'content_block_start', index: this.#index, content_block })
    return this.#index === 0 ? [start, PING] : [start]
  }

  #json(partial_json: string): string[] {
    return [this.#delta({ type: 'input_json_delta', partial_json })]
  }

  #delta(delta: JsonObject): string {
    return event({ type: 'content_block_delta', index: this.#index, delta })
  }

  #stop(): string {
    return event({ type: 'content_block_stop', index: this.#index })
  }
}

const PIECES: Readonly<Record<string, (text: string) => JsonObject>> = {
  text: (text) => ({ type: 'text_delta', text }),
  thinking: (thinking) => ({ type: 'thinking_delta', thinking }),
  tool_use: (partial_json) => ({ type: 'input_json_delta', partial_json }),
}

function event(data: JsonObject): string {
  return sseEvent(data, String(data.type))
}

const PING = event({ type: 'ping' })

function wholeBlocks(part: Part, about: About): JsonObject[] {
  switch (part.type) {
    case 'text': {
      const citations = (part.citations ?? []).map((each) => citation(each, about))
      return [{ type: 'text', text: part.text, ...(citations.length > 0 && { citations }) }]
    }
    case 'thinking':
      return [{ type: 'thinking', thinking: part.text, signature: signature(part, about) }]
    case 'redacted_thinking':
      return [{ ...part }]
    case 'tool_use':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: part.input }]
    case 'hosted_tool':
      return searchBlocks(part, about)
    default:
      return assertNever(part)
  }
}

function signature({ text, signature: own }: Extract<Part, { type: 'thinking' }>, { seal }: About): string {
  return own ?? seal(text) ?? ''
}

function isSearch({ tool }: HostedToolBlock): boolean {
  return tool === 'web_search'
}

/** A call and what came of it: two blocks, of which the second names the first. */
function searchBlocks(part: HostedToolBlock, { mint, seal }: About): JsonObject[] {
  if (!isSearch(part)) return []
  const id = mint('srvtoolu_')
  const { sources = [], error } = part.result ?? {}
  const content = error
    ? { type: 'web_search_tool_result_error', error_code: error.code }
    : sources.map(({ url, title, page_age = null, text = '' }) => ({
        type: 'web_search_result',
        title: title ?? '',
        url: url ?? '',
        encrypted_content: seal(text) ?? '',
        page_age,
      }))
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: part.input },
    { type: 'web_search_tool_result', tool_use_id: id, content },
  ]
}

/** Of all of its block: the format has no positions in the answer. */
function citation({ url, title, cited_text }: Citation, { seal }: About): JsonObject {
  return {
    type: 'web_search_result_location',
    cited_text: cited_text ?? '',
    url: url ?? '',
    title: title ?? null,
    encrypted_index: seal(cited_text ?? url ?? '') ?? '',
  }
}

function envelope({ model, mint }: About): JsonObject {
  return { id: mint('msg_'), type: 'message', role: 'assistant', model }
}

function stopOf(stop: Stop): JsonObject {
  const stop_reason = stop.reason === 'context_window_exceeded' ? 'model_context_window_exceeded' : stop.reason
  return { stop_reason, stop_sequence: stop.reason === 'stop_sequence' ? stop.sequence : null }
}

function inputUsage(usage: TokenUsage): JsonObject {
  return {
    input_tokens: usage.input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cached_input_tokens,
  }
}

function usageAtStart(usage: TokenUsage): JsonObject {
  const { cache_creation_input_tokens: written, cache_creation_1h_input_tokens: hour = 0 } = usage
  return {
    ...inputUsage(usage),
    cache_creation: { ephemeral_5m_input_tokens: written - hour, ephemeral_1h_input_tokens: hour },
    output_tokens: 1,
    service_tier: 'standard',
  }
}

/** Cumulative: it takes the place of what the start said. */
function usageAtEnd(usage: TokenUsage): JsonObject {
  const { output_tokens, reasoning_tokens: thinking_tokens = 0, tool_uses } = usage
  return {
    ...inputUsage(usage),
    output_tokens,
    output_tokens_details: { thinking_tokens },
    ...(tool_uses?.web_search && { server_tool_use: { web_search_requests: tool_uses.web_search } }),
  }
}
