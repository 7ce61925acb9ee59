import type { Loose } from '../oracle/expectation.ts'
import { chatAuthor } from './chat-author.ts'
import type { WireAuthor } from './wire-author.ts'

/** Names the upstream, and says reasoning twice: as text, and as details that may go back. */
function routed(body: Loose): Loose {
  const choices = (body.choices ?? []).map((choice: Loose) => ({
    ...choice,
    ...(choice.delta ? { delta: withDetails(choice.delta) } : {}),
    ...(choice.message ? { message: withDetails(choice.message) } : {}),
  }))
  return {
    ...body,
    ...(body.model ? { model: 'maker/test-model' } : {}),
    provider: 'Upstream',
    ...(body.choices ? { choices } : {}),
  }
}

function withDetails({ reasoning_content: text, ...message }: Loose): Loose {
  if (text === undefined) return message
  const details = [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }]
  return { ...message, reasoning: text, reasoning_details: details }
}

function routedFrame(frame: string): string {
  const data = frame.slice('data: '.length).trim()
  return data === '[DONE]' ? frame : `data: ${JSON.stringify(routed(JSON.parse(data)))}\n\n`
}

const failure = (code: number, message: string) =>
  routedFrame(
    `data: ${JSON.stringify({ error: { code, message }, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] })}\n\n`,
  )

export const openRouterAuthor: WireAuthor = {
  ...chatAuthor,
  api: 'openrouter.chat',
  errorsInStream: [
    ['rate_limit', failure(429, 'slow down')],
    ['auth', failure(401, 'No auth credentials found')],
    ['billing', failure(402, 'Insufficient credits')],
    ['not_found', failure(404, 'No endpoints found for nope/nope')],
    ['network', failure(408, 'too slow')],
    ['server_error', failure(502, 'Provider returned error')],
    ['invalid_request', failure(400, 'bad')],
    [
      'context_overflow',
      failure(400, "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000"),
    ],
    ['content_filter', failure(403, 'Your input was flagged')],
  ],
  stream: (script) => [': OPENROUTER PROCESSING\n\n', ...chatAuthor.stream(script).map(routedFrame)],
  whole: (script) => `\n         \n${JSON.stringify(routed(JSON.parse(chatAuthor.whole(script))))}`,
  errorFrame: (words) => `data: ${JSON.stringify({ error: { code: 429, message: words }, provider: 'Upstream' })}\n\n`,
}
