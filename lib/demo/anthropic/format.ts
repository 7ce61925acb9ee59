import { sseEvent } from '../../answer-encoders/answer.ts'
import { anthropicAnswers } from '../../answer-encoders/anthropic.ts'
import { signatureOf } from '../signature.ts'
import type { WireFormat } from '../wire-format.ts'
import { issueMessage } from './issue-message.ts'
import { promptOf } from './prompt.ts'
import { errorBody, invalid, refusalOf } from './refusal.ts'
import { MessagesRequest } from './request.ts'
import { brokenRule } from './rules.ts'

export const anthropicMessages: WireFormat = {
  path: '/v1/messages',
  request_id_header: 'request-id',
  call_id: 'toolu_',
  vouch: signatureOf,
  answers: anthropicAnswers,
  read(json, headers) {
    if (!headers.has('anthropic-version'))
      return { ok: false, refusal: invalid('anthropic-version: header is required') }
    if (json === undefined) return { ok: false, refusal: invalid('The request body is not valid JSON') }
    const parsed = MessagesRequest.safeParse(json)
    if (!parsed.success) return { ok: false, refusal: invalid(issueMessage(parsed.error, json)) }
    const complaint = brokenRule(parsed.data)
    return complaint === null ? { ok: true, prompt: promptOf(parsed.data) } : { ok: false, refusal: invalid(complaint) }
  },
  refusal: refusalOf,
  errorBody,
  errorEvent: (requestId) =>
    sseEvent(errorBody({ type: 'overloaded_error', message: 'Overloaded' }, requestId), 'error'),
}
