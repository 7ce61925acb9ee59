import { sseEvent } from '../../answer-encoders/answer.ts'
import { responsesAnswers } from '../../answer-encoders/responses.ts'
import { issueRefusal } from '../openai/issue-refusal.ts'
import { errorBody, invalid, NOT_JSON, refusalOf, SERVER_ERROR } from '../openai/refusal.ts'
import { redactedData } from '../signature.ts'
import type { WireFormat } from '../wire-format.ts'
import { promptOf } from './prompt.ts'
import { ResponsesRequest } from './request.ts'
import { brokenRule } from './rules.ts'

export const responses: WireFormat = {
  path: '/v1/responses',
  request_id_header: 'x-request-id',
  call_id: 'call_',
  vouch: redactedData,
  answers: responsesAnswers,
  read(json) {
    if (json === undefined) return { ok: false, refusal: invalid(NOT_JSON) }
    const parsed = ResponsesRequest.safeParse(json)
    if (!parsed.success) return { ok: false, refusal: issueRefusal(parsed.error, json) }
    const refusal = brokenRule(parsed.data)
    return refusal === null ? { ok: true, prompt: promptOf(parsed.data) } : { ok: false, refusal }
  },
  refusal: refusalOf,
  errorBody,
  errorEvent: () =>
    sseEvent({ type: 'error', code: 'server_error', message: SERVER_ERROR.message, param: null }, 'error'),
}
