import type { JsonObject } from '../../../canonical/json.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'
import { type ChatDialect, OPENAI_DIALECT } from './dialect.ts'
import { errorIn } from './stream-error.ts'

/** A whole answer: what the stream machine makes of it if it comes as one chunk. Throws `WireError` where it is none. */
export function fromWire(body: JsonObject, context: AnswerContext, dialect: ChatDialect = OPENAI_DIALECT): Answer {
  const error = errorIn(body)
  if (error) throw error
  if (!Array.isArray(body.choices) || body.choices.length === 0) {
    throw new WireError('the answer has no choices', { status: null, body, text: JSON.stringify(body) })
  }
  const builder = new AnswerBuilder(context, dialect)
  builder.read(body, true)
  return builder.end('complete').answer
}
