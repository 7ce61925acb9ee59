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
  if (!streaming) return fromBody(JSON.parse(body))
  const data = sseData(body)
  // Hosts that never give a reason say all the same that it is over.
  const isOver = data.includes('[DONE]')
  return fromChunks(
    data.filter((text) => text !== '[DONE]').map((text) => JSON.parse(text)),
    isOver,
  )
}

type Call = Extract<ExpectedBlock, { type: 'tool_use' }>

interface Draft {
  /** In the order in which they began; text that something else interrupted is another block. */
  blocks: ExpectedBlock[]
  calls: Map<string | number, Call>
  refusal: Extract<ExpectedBlock, { type: 'text' }> | null
  /** Details are read where reasoning stands nowhere else. */
  readsDetails: boolean
  finish: string | null
  usage: Loose
}

function fromChunks(chunks: Loose[], isOver: boolean): Expectation {
  const first = chunks.flatMap(({ choices }) => choices ?? [])[0]?.index ?? 0
  const choices = chunks.flatMap((chunk) => (chunk.choices ?? []).filter(({ index = 0 }: Loose) => index === first))
  const draft = newDraft(choices.map(({ delta }) => delta ?? {}))
  for (const chunk of chunks) if (chunk.usage) draft.usage = chunk.usage
  addSearch(draft, chunks)
  for (const { delta = {}, finish_reason, usage } of choices) {
    addMessage(draft, delta, true)
    if (finish_reason) draft.finish = finish_reason
    if (usage) draft.usage = usage
  }
  const failed = chunks.some(({ error }) => error) || (draft.finish === null && !isOver)
  return toExpectation(draft, failed)
}

function fromBody(body: Loose): Expectation {
  // A body of some other kind is no answer.
  if (!body.choices) return toExpectation(newDraft([]), true)
  const choice = body.choices[0]
  const message = choice.message ?? {}
  const draft = newDraft([message])
  addSearch(draft, [body])
  addMessage(draft, message, false)
  draft.finish = choice.finish_reason || choice.finish_details?.type
  draft.usage = body.usage
  return toExpectation(draft, false)
}

/** Perplexity names what it found beside the first words. */
function addSearch({ blocks }: Draft, bodies: Loose[]): void {
  const isFound = bodies.some(({ search_results, citations }) => search_results?.length || citations?.length)
  if (isFound) blocks.push({ type: 'hosted_tool', name: 'web_search', status: 'completed' })
}

function newDraft(messages: Loose[]): Draft {
  const readsDetails = !messages.some((message) => reasoningOf(message) !== '')
  return { blocks: [], calls: new Map(), refusal: null, readsDetails, finish: null, usage: null }
}

function reasoningOf(message: Loose): string {
  return message.reasoning_content || message.reasoning || message.reasoning_text || ''
}

function addMessage(draft: Draft, message: Loose, isDelta: boolean): void {
  addText(draft, 'thinking', reasoningOf(message))
  if (draft.readsDetails) {
    for (const { text, summary } of message.reasoning_details ?? []) addText(draft, 'thinking', text ?? summary ?? '')
  }
  const { content } = message
  if (typeof content === 'string') addText(draft, 'text', content)
  else if (Array.isArray(content)) for (const part of content) addPart(draft, part)
  // An answer that follows a schema, already parsed.
  else if (content) addText(draft, 'text', JSON.stringify(content))
  if (message.refusal) {
    if (draft.refusal === null) {
      draft.refusal = { type: 'text', text: '' }
      draft.blocks.push(draft.refusal)
    }
    draft.refusal.text += message.refusal
  }
  for (const [place, call] of (message.tool_calls ?? []).entries()) addCall(draft, call, isDelta ? null : place)
}

function addPart(draft: Draft, part: Loose): void {
  if (part.type === 'text') addText(draft, 'text', part.text)
  if (part.type === 'thinking') for (const { text } of part.thinking) addText(draft, 'thinking', text ?? '')
}

function addText({ blocks, refusal }: Draft, type: 'text' | 'thinking', piece: string): void {
  if (!piece) return
  const last = blocks.at(-1)
  if (last?.type === type && last !== refusal) last.text += piece
  else blocks.push(type === 'text' ? { type, text: piece } : { type, text: piece, signature: undefined })
}

function addCall({ blocks, calls }: Draft, call: Loose, place: number | null): void {
  const said = call.function?.name || call.function?.arguments ? call.function : (call.custom ?? call.function ?? {})
  const key = place ?? call.index ?? (said.name ? calls.size : calls.size - 1)
  let target = calls.get(key)
  if (!target) {
    target = { type: 'tool_use', provider_id: null, name: '', json: '' }
    calls.set(key, target)
    blocks.push(target)
  }
  target.provider_id ||= call.id || null
  target.name ||= said.name ?? ''
  target.json += said.arguments ?? said.input ?? ''
}

function toExpectation({ blocks, calls, refusal, finish, usage }: Draft, failed: boolean): Expectation {
  for (const call of calls.values()) call.json = normaliseJson(call.json)
  const isDispatchable = calls.size > 0 && (!finish || finish === 'stop')
  const whole = refusal !== null ? 'refusal' : isDispatchable ? 'tool_use' : (STOPS[finish ?? ''] ?? 'end_turn')
  return { blocks, stop_reason: failed ? 'error' : whole, usage: usage ? figures(usage) : null, failed }
}

function figures(usage: Loose): Expectation['usage'] {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0
  const writes = usage.prompt_tokens_details?.cache_write_tokens ?? usage.cache_creation_input_tokens ?? 0
  // One gateway counts the same tokens twice.
  const written = cached + writes > usage.prompt_tokens ? Math.max(0, writes - cached) : writes
  const output = usage.completion_tokens ?? 0
  // xAI counts reasoning beside the answer: its sum says so.
  const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0
  const isBeside = usage.total_tokens === usage.prompt_tokens + output + reasoning
  return {
    input: Math.max(0, usage.prompt_tokens - cached - written),
    output: isBeside ? output + reasoning : output,
    cached,
    written,
  }
}

/** The id of a call that came without one. */
const OURS = 'an id of our own'

/** The assistant message that says the same as this answer: what a client of the wire would send back. */
export function chatReplay(body: string, streaming: boolean): Loose {
  const { blocks } = expectChat(body, streaming)
  const text = blocks.filter((block) => block.type === 'text').map((block) => block.text)
  const calls = blocks.filter((block) => block.type === 'tool_use')
  return {
    text: text.join(''),
    tool_calls: calls.map(({ provider_id, name, json }) => ({ id: provider_id ?? OURS, name, json })),
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
      id: call.id.startsWith('tu_') ? OURS : call.id,
      name: call.function?.name ?? call.custom.name,
      json: normaliseJson(call.function?.arguments ?? call.custom.input),
    })),
  }
}
