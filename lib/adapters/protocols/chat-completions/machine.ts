import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import { objectIn, parseWire } from '../../answer/parse-object.ts'
import type { AnswerContext, StreamMachine, WireEvent } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'
import { type ChatDialect, OPENAI_DIALECT } from './dialect.ts'
import { onlyWords, RepeatedPiece } from './repeated-piece.ts'
import { errorIn, unreadable } from './stream-error.ts'

/**
 * Chunks of a Chat Completions stream to canonical events. A stream is over at `[DONE]`, and whole as soon as a finish
 * reason was said: several hosts just close the connection then.
 */
export function createMachine(context: AnswerContext, dialect: ChatDialect = OPENAI_DIALECT): StreamMachine {
  return new ChatMachine(context, dialect)
}

class ChatMachine implements StreamMachine {
  readonly #context: AnswerContext
  readonly #answer: AnswerBuilder
  readonly #repeated = new RepeatedPiece()
  #isDone = false

  constructor(context: AnswerContext, dialect: ChatDialect) {
    this.#context = context
    this.#answer = new AnswerBuilder(context, dialect)
  }

  get finished(): boolean {
    return this.#isDone || this.#answer.isFinished
  }

  push({ event, data }: WireEvent): StreamEvent[] {
    if (this.#isDone) return []
    const words = event === 'error' ? null : this.#repeated.wordsIn(data)
    if (words !== null) {
      this.#answer.readText(words)
      return this.#answer.take()
    }
    const text = data.trim()
    if (text === '[DONE]') this.#isDone = true
    return text === '' || text === '[DONE]' ? [] : this.#read(text, event)
  }

  end(reason: 'complete' | 'cancelled' | 'error') {
    return this.#answer.end(reason)
  }

  #read(text: string, event: string | undefined): StreamEvent[] {
    const chunk = this.#chunkIn(text, event)
    if (chunk === undefined) {
      this.#context.warn('a piece of the stream is no object', { event })
      return []
    }
    const error = errorIn(chunk)
    if (error) throw error
    if (chunk.choices === undefined && chunk.usage === undefined) {
      this.#context.warn('unknown stream event', { event })
    }
    this.#answer.read(chunk)
    const events = this.#answer.take()
    const words = onlyWords(chunk)
    if (words !== null && isJust(events, words)) this.#repeated.learn(text, words)
    return events
  }

  #chunkIn(text: string, event: string | undefined): JsonObject | undefined {
    const parsed = parse(text)
    const value = objectIn(parsed)
    const isBareError = event === 'error' && value?.error === undefined
    return isBareError ? { error: value ?? parsed } : value
  }
}

/** What was said of it: a choice that is not read, or a beginning that may be a tag, is said otherwise. */
function isJust(events: readonly StreamEvent[], words: string): boolean {
  const [said, more] = events
  return more === undefined && said?.type === 'text.delta' && said.text === words
}

function parse(text: string): JsonValue {
  try {
    return parseWire(text)
  } catch {
    throw unreadable(text)
  }
}
