import { sniffImageType } from '../../media/base64-type.ts'
import { tokensOf } from '../prompt.ts'
import { modelNamed } from './model.ts'
import { segmentsOf } from './prompt.ts'
import type { Message, OllamaRequest } from './request.ts'

/** The first rule beyond mere shape that a request breaks, in the server's words; `null` when it is fine. */
export function brokenRule(request: OllamaRequest): string | null {
  for (const complaint of complaints(request)) return complaint
  return null
}

function* complaints(request: OllamaRequest): Generator<string> {
  const { messages, model, truncate = true } = request
  const { vision, context } = modelNamed(model)
  for (const { images = [] } of messages) {
    for (const image of images) {
      const bad = image.search(/[^A-Za-z0-9+/=]/)
      if (bad >= 0) yield `illegal base64 data at input byte ${bad}`
      if (!vision) yield `${model} does not support images`
      if (sniffImageType(image) === null) yield 'failed to process inputs: image: unknown format'
    }
  }
  yield* pairing(messages)
  const tokens = tokensOf(segmentsOf(request))
  if (!truncate && tokens > context) yield `prompt too long; exceeded max context length by ${tokens - context} tokens`
}

/** The server leaves this to the model's template. It is refused here, so that no call and no result gets lost unseen. */
function* pairing(messages: readonly Message[]): Generator<string> {
  let open: { id: string | undefined; name: string }[] = []
  for (const { role, tool_calls = [], tool_name, tool_call_id } of messages) {
    if (role === 'tool') {
      const at = open.findIndex(({ id, name }) => name === tool_name && id === tool_call_id)
      if (at < 0)
        yield `tool message without a preceding call of ${tool_name ?? 'a named tool'} (${tool_call_id ?? 'no id'})`
      open = open.filter((_, place) => place !== at)
      continue
    }
    if (open.length > 0) yield `tool call ${open[0]?.id ?? open[0]?.name} was not answered by a tool message`
    open = tool_calls.map(({ id, function: { name } }) => ({ id, name }))
  }
  if (open.length > 0) yield `tool call ${open[0]?.id ?? open[0]?.name} was not answered by a tool message`
}
