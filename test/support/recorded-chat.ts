import type { AdapterType } from '#lib/adapters/adapter.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { Loose } from '#test/conformance/oracle/expectation.ts'
import { answering, drain, requestFor, testAdapter } from './adapter-harness.ts'
import { assistant } from './message-builder.ts'
import { type RecordedRequest, recordedRequest } from './recorded-request.ts'
import type { Recording } from './recording.ts'

/**
 * A recorded request with its answers as the adapter would have stored them: each was read again from its own wire, so that
 * what goes back beside its content is there. Null where it holds what we have no block for, or would not send.
 */
export async function recordedChat(type: AdapterType, recording: Recording): Promise<RecordedRequest | null> {
  const { request, provider } = recording
  const body: Loose = request?.body
  const field = body?.messages ? 'messages' : 'input'
  const said: Loose[] = Array.isArray(body?.[field]) ? body[field] : []
  const part = (items: Loose[], rest: Loose = {}) =>
    request && recordedRequest({ ...recording, request: { ...request, body: { ...rest, [field]: items } } })
  const around = part([], body)
  // What the provider has kept of the conversation is known to nobody else.
  if (!around || said.length === 0) return recordedRequest(recording)
  const model = `${provider}:${String(body.model)}`
  const messages: Message[] = []
  for (const items of groupsOf(said)) {
    if (!isAnswers(items[0])) {
      const other = part(items)
      if (!other) return null
      messages.push(...other.messages)
      continue
    }
    const answer = await readAgain(type, provider, model, items)
    if (!answer) return null
    messages.push(answer)
  }
  return losesThoughts(type, provider, model, messages) ? null : { ...around, messages }
}

/** Neighbours among the items of one answer of the Responses API are one. */
function groupsOf(said: readonly Loose[]): Loose[][] {
  const groups: Loose[][] = []
  for (const each of said) {
    const last = groups.at(-1)
    if (last && isItem(each) && isAnswers(each) && isItem(last[0]) && isAnswers(last[0])) last.push(each)
    else groups.push([each])
  }
  return groups
}

const isItem = ({ type }: Loose) => typeof type === 'string'

const isAnswers = ({ role, type }: Loose) =>
  role === 'assistant' || (role === undefined && typeof type === 'string' && !type.endsWith('_output'))

async function readAgain(type: AdapterType, name: string, model: string, items: Loose[]): Promise<Message | null> {
  const fetch = answering(JSON.stringify(wireAnswer(type, model.slice(name.length + 1), items)))
  const { adapter } = testAdapter({ type, name, fetch, max_retries: 0 })
  const { complete, error } = await drain(adapter.stream(requestFor({ type, name }, { model })))
  if (!complete || error) return null
  const { final_content, provider, provider_raw, stop_reason } = complete
  const metadata: MessageMetadata = { model, provider, provider_raw, stop_reason, status: 'complete' }
  return assistant(final_content, metadata)
}

/** As the server would have sent it, whole. */
function wireAnswer(type: AdapterType, model: string, items: Loose[]): Loose {
  const [message] = items
  const usage = { input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  switch (type) {
    case 'anthropic': {
      const content = Array.isArray(message.content) ? message.content : [{ type: 'text', text: message.content }]
      return { type: 'message', id: 'm', role: 'assistant', model, content, stop_reason: 'end_turn', usage }
    }
    case 'openai-responses': {
      const output = items.map((item) => (isItem(item) ? item : { ...item, type: 'message' })).map(asOutput)
      return { id: 'r', object: 'response', model, status: 'completed', output, usage }
    }
    case 'ollama':
      return { model, message, done: true, done_reason: 'stop', prompt_eval_count: 1, eval_count: 1 }
    default: {
      const choices = [{ index: 0, finish_reason: 'stop', message }]
      return { id: 'c', object: 'chat.completion', model, choices, usage }
    }
  }
}

function asOutput(item: Loose): Loose {
  if (item.type !== 'message') return item
  const { content } = item
  return {
    ...item,
    content: Array.isArray(content) ? content : [{ type: 'output_text', text: content, annotations: [] }],
  }
}

/** Some send their reasoning back to hosts that need none of it; that is no request of ours. */
function losesThoughts(type: AdapterType, name: string, model: string, messages: Message[]): boolean {
  let isLost = false
  const onProjection = ({ block_type, action }: { block_type: string; action: string }) => {
    isLost ||= action === 'dropped' && block_type === 'thinking'
  }
  const { adapter } = testAdapter({ type, name })
  const body = adapter.wireBody?.(requestFor({ type, name }, { model, messages, onProjection }))
  return isLost || !isJsonObject(JSON.parse(body ?? 'null'))
}
