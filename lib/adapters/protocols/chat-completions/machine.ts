import type { JsonValue } from '../../../canonical/json.ts'
import { objectIn, parseWire } from '../../answer/parse-object.ts'
import type { AnswerContext, StreamMachine } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'
import { type ChatDialect, OPENAI_DIALECT } from './dialect.ts'
import { errorIn, unreadable } from './stream-error.ts'

/**
 * Chunks of a Chat Completions stream to canonical events. A stream is over at `[DONE]`, and whole as soon as a finish
 * reason was said: several hosts just close the connection then.
 */
export function createMachine(context: AnswerContext, dialect: ChatDialect = OPENAI_DIALECT): StreamMachine {
  const answer = new AnswerBuilder(context, dialect)
  let isDone = false

  return {
    push({ event, data }) {
      const text = data.trim()
      if (text === '' || isDone) return []
      if (text === '[DONE]') {
        isDone = true
        return []
      }
      const parsed = parse(text)
      const value = objectIn(parsed)
      const isBareError = event === 'error' && value?.error === undefined
      const chunk = isBareError ? { error: value ?? parsed } : value
      if (chunk === undefined) {
        context.warn('a piece of the stream is no object', { event })
        return []
      }
      const error = errorIn(chunk)
      if (error) throw error
      if (chunk.choices === undefined && chunk.usage === undefined) context.warn('unknown stream event', { event })
      answer.read(chunk)
      return answer.take()
    },
    get finished() {
      return isDone || answer.isFinished
    },
    end: (reason) => answer.end(reason),
  }
}

function parse(text: string): JsonValue {
  try {
    return parseWire(text)
  } catch {
    throw unreadable(text)
  }
}
