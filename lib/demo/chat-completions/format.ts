import { sseEvent } from '../../answer-encoders/answer.ts'
import { chatCompletionsAnswers } from '../../answer-encoders/chat-completions.ts'
import { issueRefusal } from '../openai/issue-refusal.ts'
import { errorBody, invalid, NOT_JSON, refusalOf, SERVER_ERROR } from '../openai/refusal.ts'
import { signatureOf } from '../signature.ts'
import type { WireFormat } from '../wire-format.ts'
import { promptOf } from './prompt.ts'
import { ChatRequest } from './request.ts'
import { brokenRule } from './rules.ts'

export const chatCompletions: WireFormat = {
  path: '/v1/chat/completions',
  request_id_header: 'x-request-id',
  call_id: 'call_',
  vouch: signatureOf,
  answers: chatCompletionsAnswers,
  read(json) {
    if (json === undefined) return { ok: false, refusal: invalid(NOT_JSON) }
    const parsed = ChatRequest.safeParse(json)
    if (!parsed.success) return { ok: false, refusal: issueRefusal(parsed.error, json) }
    const refusal = brokenRule(parsed.data)
    return refusal === null ? { ok: true, prompt: promptOf(parsed.data) } : { ok: false, refusal }
  },
  refusal: refusalOf,
  errorBody,
  errorEvent: () => sseEvent(errorBody(SERVER_ERROR)),
}
