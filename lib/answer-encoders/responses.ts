import { assertNever } from '../assert-never.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import {
  type About,
  type Answer,
  type AnswerFormat,
  argumentsText,
  type Part,
  type Stop,
  type StreamEncoder,
  sseEvent,
  wholeInput,
} from './answer.ts'

/** `POST /v1/responses` of OpenAI: items, each of which is told once more, whole, when it is over. */
export const responsesAnswers: AnswerFormat = {
  content_type: 'text/event-stream; charset=utf-8',
  separator: '\n\n',
  encoder: (about) => new Encoder(about),
  body: ({ parts, stop, usage }: Answer, about: About) => {
    const output = parts.flatMap((part) => itemOf(part, about.mint(idPrefix(part)), about) ?? [])
    return response({ ...opening(about), output }, stop, usage)
  },
}

class Encoder implements StreamEncoder {
  readonly #about: About
  readonly #response: JsonObject
  readonly #output: JsonObject[] = []
  #sequence = -1
  #id = ''
  #open: Part['type'] = 'text'

  constructor(about: About) {
    this.#about = about
    this.#response = opening(about)
  }

  begin(): string[] {
    const response = { ...this.#response, status: 'in_progress', usage: null }
    return [this.#event('response.created', { response }), this.#event('response.in_progress', { response })]
  }

  open(part: Part): string[] {
    this.#open = part.type
    this.#id = this.#about.mint(idPrefix(part))
    const item = begun(part, this.#id, this.#about)
    if (item === null) return []
    const added = this.#event('response.output_item.added', { output_index: this.#output.length, item })
    switch (part.type) {
      case 'text':
        return [added, this.#ofItem('response.content_part.added', { content_index: 0, part: outputText('', []) })]
      case 'thinking':
        return [added, this.#ofItem('response.reasoning_summary_part.added', { summary_index: 0, part: summary('') })]
      case 'hosted_tool':
        return [added, ...SEARCHING.map((word) => this.#ofItem(`response.web_search_call.${word}`, {}))]
      case 'tool_use':
      case 'redacted_thinking':
        return [added]
      default:
        return assertNever(part)
    }
  }

  piece(delta: string): string[] {
    switch (this.#open) {
      case 'text':
        return [this.#ofItem('response.output_text.delta', { content_index: 0, delta, logprobs: [] })]
      case 'thinking':
        return [this.#ofItem('response.reasoning_summary_text.delta', { summary_index: 0, delta })]
      case 'tool_use':
        return [this.#ofItem('response.function_call_arguments.delta', { delta })]
      case 'redacted_thinking':
      case 'hosted_tool':
        return []
      default:
        return assertNever(this.#open)
    }
  }

  close(part: Part): string[] {
    const item = itemOf(part, this.#id, this.#about)
    if (item === null) return []
    const parts = this.#partEnd(part)
    const done = this.#event('response.output_item.done', { output_index: this.#output.length, item })
    this.#output.push(item)
    return [...parts, done]
  }

  end(stop: Stop, usage: TokenUsage): string[] {
    const type = incompleteFor(stop) === null ? 'response.completed' : 'response.incomplete'
    const whole = response({ ...this.#response, output: this.#output }, stop, usage)
    return [this.#event(type, { response: whole })]
  }

  #partEnd(part: Part): string[] {
    switch (part.type) {
      case 'text': {
        const annotations = annotationsOf(part)
        return [
          ...annotations.map((annotation, annotation_index) =>
            this.#ofItem('response.output_text.annotation.added', { content_index: 0, annotation_index, annotation }),
          ),
          this.#ofItem('response.output_text.done', { content_index: 0, text: part.text, logprobs: [] }),
          this.#ofItem('response.content_part.done', { content_index: 0, part: outputText(part.text, annotations) }),
        ]
      }
      case 'thinking':
        return [
          this.#ofItem('response.reasoning_summary_text.done', { summary_index: 0, text: part.text }),
          this.#ofItem('response.reasoning_summary_part.done', { summary_index: 0, part: summary(part.text) }),
        ]
      case 'tool_use':
        return [this.#ofItem('response.function_call_arguments.done', { arguments: argumentsText(part) })]
      case 'redacted_thinking':
      case 'hosted_tool':
        return []
      default:
        return assertNever(part)
    }
  }

  #ofItem(type: string, fields: JsonObject): string {
    return this.#event(type, { item_id: this.#id, output_index: this.#output.length, ...fields })
  }

  #event(type: string, fields: JsonObject): string {
    this.#sequence += 1
    return sseEvent({ type, sequence_number: this.#sequence, ...fields }, type)
  }
}

const SEARCHING = ['in_progress', 'searching', 'completed'] as const

function idPrefix({ type }: Part): string {
  switch (type) {
    case 'text':
      return 'msg_'
    case 'thinking':
    case 'redacted_thinking':
      return 'rs_'
    case 'tool_use':
      return 'fc_'
    case 'hosted_tool':
      return 'ws_'
    default:
      return assertNever(type)
  }
}

/** The item as it is over; null for what has no form here. */
function itemOf(part: Part, id: string, { seal }: About): JsonObject | null {
  switch (part.type) {
    case 'text': {
      const content = [outputText(part.text, annotationsOf(part))]
      return { id, type: 'message', status: 'completed', role: 'assistant', content }
    }
    case 'thinking': {
      const sealed = part.signature ?? seal(part.text)
      return {
        id,
        type: 'reasoning',
        summary: [summary(part.text)],
        ...(sealed !== null && { encrypted_content: sealed }),
      }
    }
    case 'redacted_thinking':
      return { id, type: 'reasoning', summary: [], encrypted_content: part.data }
    case 'tool_use': {
      const status = part.raw_input === undefined ? 'completed' : 'incomplete'
      return { id, type: 'function_call', status, arguments: argumentsText(part), call_id: part.id, name: part.name }
    }
    case 'hosted_tool': {
      if (part.tool !== 'web_search') return null
      const found = (part.result?.sources ?? []).flatMap(({ url }) => (url === null ? [] : [{ type: 'url', url }]))
      return {
        id,
        type: 'web_search_call',
        status: part.result?.error ? 'failed' : 'completed',
        action: { type: 'search', query: part.input.query ?? '', sources: found },
      }
    }
    default:
      return assertNever(part)
  }
}

/** The item before anything of it is told. */
function begun(part: Part, id: string, about: About): JsonObject | null {
  switch (part.type) {
    case 'text':
      return { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] }
    case 'thinking':
    case 'redacted_thinking':
      return { id, type: 'reasoning', summary: [] }
    case 'tool_use':
      return { id, type: 'function_call', status: 'in_progress', arguments: '', call_id: part.id, name: part.name }
    case 'hosted_tool':
      return (
        itemOf(part, id, about) && { id, type: 'web_search_call', status: 'in_progress', action: { type: 'search' } }
      )
    default:
      return assertNever(part)
  }
}

function outputText(text: string, annotations: JsonObject[]): JsonObject {
  return { type: 'output_text', annotations, logprobs: [], text }
}

function summary(text: string): JsonObject {
  return { type: 'summary_text', text }
}

function annotationsOf({ text, citations }: Extract<Part, { type: 'text' }>): JsonObject[] {
  return (citations ?? []).map(({ url, title, start, end }) => ({
    type: 'url_citation',
    url: url ?? '',
    title: title ?? '',
    start_index: start ?? 0,
    end_index: end ?? text.length,
  }))
}

function opening({ model, created, mint }: About): JsonObject {
  return {
    id: mint('resp_'),
    object: 'response',
    created_at: created,
    error: null,
    incomplete_details: null,
    model,
    output: [],
    previous_response_id: null,
    service_tier: 'default',
    store: false,
  }
}

/** Why it is no whole answer; null for one that is. */
function incompleteFor({ reason }: Stop): string | null {
  switch (reason) {
    case 'max_tokens':
    case 'context_window_exceeded':
      return 'max_output_tokens'
    case 'refusal':
      return 'content_filter'
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
      return null
    default:
      return assertNever(reason)
  }
}

function response(begun: JsonObject, stop: Stop, usage: TokenUsage): JsonObject {
  const input_tokens = wholeInput(usage)
  const reason = incompleteFor(stop)
  return {
    ...begun,
    status: reason === null ? 'completed' : 'incomplete',
    incomplete_details: reason === null ? null : { reason },
    usage: {
      input_tokens,
      input_tokens_details: {
        cached_tokens: usage.cached_input_tokens,
        cache_write_tokens: usage.cache_creation_input_tokens,
      },
      output_tokens: usage.output_tokens,
      output_tokens_details: { reasoning_tokens: usage.reasoning_tokens ?? 0 },
      total_tokens: input_tokens + usage.output_tokens,
    },
    ...(usage.tool_uses?.web_search && { tool_usage: { web_search: { num_requests: usage.tool_uses.web_search } } }),
  }
}
