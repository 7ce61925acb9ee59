import { assertNever } from '../assert-never.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import { type About, type AnswerFormat, isOf, type Part, type Stop, type StreamEncoder, wholeInput } from './answer.ts'

/** `POST /api/chat` of Ollama: lines of JSON, in which each call comes whole. */
export const ollamaAnswers: AnswerFormat = {
  content_type: 'application/x-ndjson',
  separator: '\n',
  encoder: (about) => new Encoder(about),
  body: ({ parts, stop, usage }, about) => {
    const calls = parts.filter(isCall)
    const thinking = parts.flatMap((part) => (part.type === 'thinking' ? [part.text] : [])).join('')
    const content = parts.map((part) => (part.type === 'text' ? part.text : unfinished(part))).join('')
    const message = {
      content,
      ...(thinking !== '' && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
    }
    return { ...line(message, about), ...ending(stop, usage) }
  },
}

class Encoder implements StreamEncoder {
  readonly #about: About
  #open: Part['type'] = 'text'
  #calls = 0

  constructor(about: About) {
    this.#about = about
  }

  begin(): string[] {
    return []
  }

  open(part: Part): string[] {
    this.#open = part.type
    return []
  }

  piece(text: string): string[] {
    switch (this.#open) {
      case 'text':
        return [this.#line({ content: text })]
      case 'thinking':
        return [this.#line({ content: '', thinking: text })]
      case 'tool_use':
      case 'redacted_thinking':
      case 'hosted_tool':
        return []
      default:
        return assertNever(this.#open)
    }
  }

  close(part: Part): string[] {
    if (isCall(part)) {
      this.#calls += 1
      return [this.#line({ content: '', tool_calls: [wireCall(part, this.#calls - 1)] })]
    }
    const text = unfinished(part)
    return text === '' ? [] : [this.#line({ content: text })]
  }

  end(stop: Stop, usage: TokenUsage): string[] {
    return [`${JSON.stringify({ ...line({ content: '' }, this.#about), ...ending(stop, usage) })}\n`]
  }

  #line(message: JsonObject): string {
    return `${JSON.stringify({ ...line(message, this.#about), done: false })}\n`
  }
}

type Call = Extract<Part, { type: 'tool_use' }>

const isToolUse = isOf('tool_use')

function isCall(part: Part): part is Call {
  return isToolUse(part) && part.raw_input === undefined
}

/** The server reads calls out of the model's words: one that never became whole stays words. */
function unfinished(part: Part): string {
  return isToolUse(part) && part.raw_input !== undefined ? part.raw_input : ''
}

function wireCall({ id, name, input }: Call, index: number): JsonObject {
  return { id, function: { index, name, arguments: input } }
}

function line(message: JsonObject, { model, created }: About): JsonObject {
  return { model, created_at: new Date(created * 1_000).toISOString(), message: { role: 'assistant', ...message } }
}

/** It counts the whole prompt, and does not tell apart what it had kept. */
function ending({ reason }: Stop, usage: TokenUsage): JsonObject {
  return {
    done: true,
    done_reason: reason === 'max_tokens' || reason === 'context_window_exceeded' ? 'length' : 'stop',
    prompt_eval_count: wholeInput(usage),
    eval_count: usage.output_tokens,
  }
}
