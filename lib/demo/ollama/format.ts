import { ollamaAnswers } from '../../answer-encoders/ollama.ts'
import { signatureOf } from '../signature.ts'
import type { WireFormat } from '../wire-format.ts'
import { issueMessage } from './issue-message.ts'
import { promptOf } from './prompt.ts'
import { invalid, refusalOf } from './refusal.ts'
import { OllamaRequest } from './request.ts'
import { brokenRule } from './rules.ts'

export const ollamaChat: WireFormat = {
  path: '/api/chat',
  request_id_header: 'x-request-id',
  call_id: 'call_',
  vouch: signatureOf,
  answers: ollamaAnswers,
  read(json) {
    if (json === undefined) return { ok: false, refusal: invalid('invalid character in JSON') }
    const parsed = OllamaRequest.safeParse(json)
    if (!parsed.success) return { ok: false, refusal: invalid(issueMessage(parsed.error, json)) }
    const complaint = brokenRule(parsed.data)
    return complaint === null ? { ok: true, prompt: promptOf(parsed.data) } : { ok: false, refusal: invalid(complaint) }
  },
  refusal: refusalOf,
  errorBody: ({ message }) => ({ error: message }),
  errorEvent: () =>
    `${JSON.stringify({ error: 'an error was encountered while running the model: unexpected EOF' })}\n`,
}
