import type { Expectation, ExpectedBlock, Loose } from './expectation.ts'
import { normaliseJson, sseData } from './expectation.ts'

const STOPS: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  max_tokens: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

export function expectChat(body: string, streaming: boolean): Expectation {
  return streaming ? fromStream(sseData(body)) : fromBody(JSON.parse(body))
}

interface Draft {
  thinking: string
  /** What details say, for answers whose reasoning stands nowhere else. */
  detailed: string
  text: string
  refusal: string
  calls: { id: string; name: string; json: string }[]
  finish: string | null
  usage: Loose
}

function fromStream(data: string[]): Expectation {
  const draft: Draft = { thinking: '', detailed: '', text: '', refusal: '', calls: [], finish: null, usage: null }
  let failed = false
  for (const text of data) {
    if (text === '[DONE]') continue
    const chunk = JSON.parse(text)
    if (chunk.error) failed = true
    if (chunk.usage) draft.usage = chunk.usage
    const choice = chunk.choices?.[0]
    if (!choice) continue
    addMessage(draft, choice.delta ?? {}, true)
    if (choice.finish_reason) draft.finish = choice.finish_reason
    if (choice.usage) draft.usage = choice.usage
  }
  return toExpectation(draft, failed || draft.finish === null)
}

function fromBody(body: Loose): Expectation {
  const draft: Draft = { thinking: '', detailed: '', text: '', refusal: '', calls: [], finish: null, usage: body.usage }
  const choice = body.choices[0]
  addMessage(draft, choice.message ?? {}, false)
  draft.finish = choice.finish_reason ?? choice.finish_details?.type
  return toExpectation(draft, false)
}

function addMessage(draft: Draft, message: Loose, isDelta: boolean): void {
  const { content } = message
  if (typeof content === 'string') draft.text += content
  else {
    for (const part of content ?? []) {
      if (part.type === 'text') draft.text += part.text
      if (part.type === 'thinking') draft.thinking += part.thinking.map((each: Loose) => each.text ?? '').join('')
    }
  }
  draft.thinking += message.reasoning_content || message.reasoning || message.reasoning_text || ''
  for (const { text, summary } of message.reasoning_details ?? []) draft.detailed += text ?? summary ?? ''
  draft.refusal += message.refusal ?? ''
  for (const [place, call] of (message.tool_calls ?? []).entries()) {
    const index = isDelta ? (call.index ?? place) : place
    draft.calls[index] ??= { id: '', name: '', json: '' }
    const target = draft.calls[index]
    target.id ||= call.id ?? ''
    target.name ||= call.function?.name ?? call.custom?.name ?? ''
    target.json += call.function?.arguments ?? call.custom?.input ?? ''
  }
}

function toExpectation(draft: Draft, failed: boolean): Expectation {
  const { text, refusal, calls, finish, usage } = draft
  const thinking = draft.thinking || draft.detailed
  const blocks: ExpectedBlock[] = []
  if (thinking !== '') blocks.push({ type: 'thinking', text: thinking, signature: undefined })
  if (text !== '') blocks.push({ type: 'text', text })
  if (refusal !== '') blocks.push({ type: 'text', text: refusal })
  for (const { id, name, json } of calls.filter(Boolean))
    blocks.push({ type: 'tool_use', provider_id: id || null, name, json: normaliseJson(json) })
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? usage?.prompt_cache_hit_tokens ?? 0
  const writes = usage?.prompt_tokens_details?.cache_write_tokens ?? 0
  // One gateway counts the same tokens twice.
  const written = cached + writes > usage?.prompt_tokens ? Math.max(0, writes - cached) : writes
  const isDispatchable = calls.length > 0 && finish === 'stop'
  return {
    blocks,
    stop_reason: failed
      ? 'error'
      : refusal !== ''
        ? 'refusal'
        : isDispatchable
          ? 'tool_use'
          : (STOPS[finish ?? ''] ?? 'end_turn'),
    usage: usage
      ? {
          input: Math.max(0, usage.prompt_tokens - cached - written),
          output: usage.completion_tokens,
          cached,
          written,
        }
      : null,
    failed,
  }
}

/** The assistant message that says the same as this answer: what a client of the wire would send back. */
export function chatReplay(body: string, streaming: boolean): Loose {
  const { blocks } = expectChat(body, streaming)
  const text = blocks.filter((block) => block.type === 'text').map((block) => block.text)
  const calls = blocks.filter((block) => block.type === 'tool_use')
  return {
    text: text.join(''),
    tool_calls: calls.map(({ provider_id, name, json }) => ({ id: provider_id, name, json })),
  }
}

/** The same of a message that was sent. */
export function chatSent(message: Loose): Loose {
  const parts =
    typeof message.content === 'string'
      ? message.content
      : (message.content ?? []).map((part: Loose) => part.text ?? '').join('')
  return {
    text: parts + (message.refusal ?? ''),
    tool_calls: (message.tool_calls ?? []).map((call: Loose) => ({
      id: call.id,
      name: call.function?.name ?? call.custom.name,
      json: normaliseJson(call.function?.arguments ?? call.custom.input),
    })),
  }
}
