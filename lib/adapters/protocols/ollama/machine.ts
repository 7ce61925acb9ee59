import { objectIn, parseJson } from '../../answer/parse-object.ts'
import type { AnswerContext, StreamMachine } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'

/** The lines of an Ollama stream to canonical events. It is over at the line that says `done`. */
export function createMachine(context: AnswerContext): StreamMachine {
  const answer = new AnswerBuilder(context)
  return {
    push({ event, data }) {
      const value = parseJson(data)
      if (value === undefined) {
        const text = data.trim()
        // A gateway may send the lines as server-sent events, with their usual end.
        if (text === '' || text === '[DONE]') return []
        throw new WireError('a line of the answer is not JSON', { status: null, body: null, text })
      }
      const line = objectIn(value)
      if (event === 'error' && line?.error === undefined) answer.read({ error: line ?? data })
      else if (line) answer.read(line)
      else context.warn('a line of the stream is no object')
      return answer.take()
    },
    get finished() {
      return answer.isDone
    },
    end: (reason) => answer.end(reason),
  }
}
