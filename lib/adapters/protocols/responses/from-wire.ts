import type { JsonObject } from '../../../canonical/json.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'
import { errorIn } from './stream-error.ts'

/** A whole answer: what the stream machine makes of it if nothing but its end comes. Throws `WireError` where it is none. */
export function fromWire(body: JsonObject, context: AnswerContext): Answer {
  const error = errorIn(body)
  if (error) throw error
  const isOver = body.status === undefined || body.status === 'completed' || body.status === 'incomplete'
  if (!Array.isArray(body.output) || !isOver) {
    throw new WireError('the answer has no output', { status: null, body, text: JSON.stringify(body) })
  }
  const answer = new AnswerBuilder(context)
  answer.facts(body)
  answer.output(body.output)
  return answer.end('complete').answer
}
