import type { WireFormat } from '../wire-format.ts'
import { body, event, frames } from './encode.ts'
import { issueRefusal } from './issue-refusal.ts'
import { promptOf } from './prompt.ts'
import { errorBody, invalid, refusalOf, SERVER_ERROR } from './refusal.ts'
import { ChatRequest } from './request.ts'
import { brokenRule } from './rules.ts'

const NOT_JSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)"

export const chatCompletions: WireFormat = {
  path: '/v1/chat/completions',
  requestIdHeader: 'x-request-id',
  read(json) {
    if (json === undefined) return { ok: false, refusal: invalid(NOT_JSON) }
    const parsed = ChatRequest.safeParse(json)
    if (!parsed.success) return { ok: false, refusal: issueRefusal(parsed.error, json) }
    const refusal = brokenRule(parsed.data)
    return refusal === null ? { ok: true, prompt: promptOf(parsed.data) } : { ok: false, refusal }
  },
  refusal: refusalOf,
  errorBody,
  body,
  frames,
  errorFrame: () => event('end', errorBody(SERVER_ERROR)),
}
