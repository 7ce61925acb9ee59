import { sseEvent } from '../../answer-encoders/answer.ts'
import { chatCompletionsAnswers } from '../../answer-encoders/chat-completions.ts'
import { readerOf } from '../openai/reading.ts'
import { errorBody, refusalOf, SERVER_ERROR } from '../openai/refusal.ts'
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
  read: readerOf(ChatRequest, brokenRule, promptOf),
  refusal: refusalOf,
  errorBody,
  errorEvent: () => sseEvent(errorBody(SERVER_ERROR)),
}
