import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'

/** A whole answer: what the stream machine makes of it if it comes as one line. Throws `WireError` where it is none. */
export function fromWire(body: JsonObject, context: AnswerContext): Answer {
  const builder = new AnswerBuilder(context)
  builder.read(body)
  if (!isJsonObject(body.message) && body.done !== true) {
    throw new WireError('the answer has no message', { status: null, body, text: JSON.stringify(body) })
  }
  return builder.end('complete').answer
}
