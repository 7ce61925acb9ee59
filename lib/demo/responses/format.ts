import { sseEvent } from '../../answer-encoders/answer.ts'
import { responsesAnswers } from '../../answer-encoders/responses.ts'
import { readerOf } from '../openai/reading.ts'
import { errorBody, refusalOf, SERVER_ERROR } from '../openai/refusal.ts'
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
  read: readerOf(ResponsesRequest, brokenRule, promptOf),
  refusal: refusalOf,
  errorBody,
  errorEvent: () =>
    sseEvent({ type: 'error', code: 'server_error', message: SERVER_ERROR.message, param: null }, 'error'),
}
