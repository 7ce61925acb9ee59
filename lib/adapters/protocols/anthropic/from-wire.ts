import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'

/** A whole answer; it takes the same way as a stream, block by block. */
export function fromWire(body: JsonObject, context: AnswerContext): Answer {
  const blocks = typeof body.content === 'string' ? [{ type: 'text', text: body.content }] : body.content
  if (!Array.isArray(blocks) || isJsonObject(body.error)) {
    const message = isJsonObject(body.error) ? body.error.message : body.error
    throw new WireError(typeof message === 'string' ? message : 'the answer is not a message', {
      status: null,
      body,
      text: JSON.stringify(body),
    })
  }
  const answer = new AnswerBuilder(context)
  answer.facts(body)
  for (const [index, block] of blocks.entries()) {
    answer.start(index, block)
    answer.stop(index)
  }
  return answer.finish('complete')
}
