import type { Expectation, ExpectedBlock, Loose } from './expectation.ts'
import { normaliseJson, sseData } from './expectation.ts'

const INCOMPLETE: Record<string, string> = { max_output_tokens: 'max_tokens', content_filter: 'refusal' }

export function expectResponses(body: string, streaming: boolean): Expectation {
  return streaming ? fromStream(events(body)) : fromResponse(JSON.parse(body))
}

function events(body: string): Loose[] {
  return sseData(body)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data))
}

/** From the pieces alone: the items that the end repeats must say the same. */
function fromStream(all: Loose[]): Expectation {
  const items = new Map<string | number, Loose>()
  const end = all.find(({ type }) => type === 'response.completed' || type === 'response.incomplete')
  for (const { type, item, item_id, output_index, content_index = 0, summary_index = 0, delta } of all) {
    // Some hosts change the ids from event to event, others have no index.
    const key = output_index ?? item_id ?? item?.id ?? item?.call_id
    if (type === 'response.output_item.done' && items.has(key)) items.set(key, { ...items.get(key), ended: item })
    if (type === 'response.output_item.added') items.set(key, { ...item, texts: [], json: '' })
    if (!type?.endsWith('.delta')) continue
    const target = items.get(key)
    if (!target) continue
    const at = type.includes('summary') ? summary_index : content_index
    if (/arguments/.test(type)) target.json += delta
    else target.texts[at] = (target.texts[at] ?? '') + delta
    if (/refusal/.test(type)) target.refused = true
  }
  const output = [...items.values()].map((item) => ({ ...item, arguments: item.json }))
  return toExpectation(output, end?.response ?? {}, end === undefined)
}

function fromResponse(response: Loose): Expectation {
  const output = response.output.map((item: Loose) => ({
    ...item,
    ended: item,
    texts: [...(item.summary ?? []), ...(item.content ?? [])].map((part: Loose) => part.text ?? part.refusal),
    refused: item.content?.some(({ type }: Loose) => type === 'refusal'),
  }))
  return toExpectation(output, response, false)
}

function toExpectation(output: Loose[], response: Loose, failed: boolean): Expectation {
  const blocks = output.flatMap((item): ExpectedBlock[] => {
    switch (item.type) {
      case 'message':
        return said(item).map((text) => ({ type: 'text', text }))
      case 'reasoning':
        return said(item).map((text) => ({ type: 'thinking', text, signature: undefined }))
      case 'function_call':
        return [{ type: 'tool_use', provider_id: item.call_id, name: item.name, json: normaliseJson(item.arguments) }]
      default:
        return ranThere(item) ? [hosted(item)] : []
    }
  })
  const { usage, status, incomplete_details } = response
  const cached = usage?.input_tokens_details?.cached_tokens ?? 0
  const written = usage?.input_tokens_details?.cache_write_tokens ?? 0
  const whole = blocks.some(({ type }) => type === 'tool_use')
    ? 'tool_use'
    : output.some(({ refused }) => refused)
      ? 'refusal'
      : 'end_turn'
  return {
    blocks,
    stop_reason: failed ? 'error' : status === 'incomplete' ? (INCOMPLETE[incomplete_details.reason] ?? '?') : whole,
    usage: usage
      ? { input: usage.input_tokens - cached - written, output: usage.output_tokens, cached, written }
      : null,
    failed,
  }
}

/** What waits for an answer of ours has a `call_id`, but for what xAI runs under names of its own. */
function ranThere({ type, call_id, name }: Loose): boolean {
  return type.endsWith('_call') && (!call_id || name?.startsWith('x_'))
}

function hosted({ type, name = type.replace(/_call$/, ''), server_label, ended }: Loose): ExpectedBlock {
  const broke = ended?.error || ['failed', 'incomplete'].includes(ended?.status)
  const status = !ended ? 'running' : broke ? 'failed' : 'completed'
  return { type: 'hosted_tool', name: server_label ? `${server_label}: ${name}` : name, status }
}

/** A part without a word is no block. */
function said({ texts }: Loose): string[] {
  return texts.filter((text: string) => text !== '')
}

/**
 * The items that a client of the wire sends back: as they came, but without reasoning that it cannot give back (no
 * encrypted content) and, after that, without the ids that it would be looked up by. The provider's own tools keep
 * theirs: the API's description demands them. A message without a word is left out.
 */
export function responsesReplay(body: string, streaming: boolean): Loose[] {
  const output: Loose[] = streaming
    ? events(body)
        .filter(({ type }) => type === 'response.output_item.done')
        .map(({ item }) => item)
    : JSON.parse(body).output
  const lost = output.findIndex((item) => item.type === 'reasoning' && !item.encrypted_content)
  return output
    .filter((item) => item.type !== 'reasoning' || item.encrypted_content)
    .filter((item) => item.type !== 'message' || item.content.some(({ text }: Loose) => text !== ''))
    .map((item, index) => {
      const { id: _id, ...nameless } = item
      return lost !== -1 && index >= lost && OF_OURS.has(item.type) ? nameless : item
    })
}

const OF_OURS = new Set(['message', 'function_call', 'custom_tool_call'])

/** The same of what was sent: everything between the user's words but the results. */
export function responsesSent(body: Loose): Loose[] | undefined {
  const items = body.input.filter((item: Loose) => item.role !== 'user' && item.type !== 'function_call_output')
  return items.length > 0 ? items : undefined
}
