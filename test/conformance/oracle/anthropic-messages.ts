import type { Expectation, ExpectedBlock, Loose } from './expectation.ts'
import { normaliseJson, sseData } from './expectation.ts'

const STOPS: Record<string, string> = { model_context_window_exceeded: 'context_window_exceeded' }

export function expectAnthropic(body: string, streaming: boolean): Expectation {
  return streaming
    ? fromStream(
        sseData(body)
          .filter((data) => data !== '[DONE]')
          .map((data) => JSON.parse(data)),
      )
    : fromMessage(JSON.parse(body), false)
}

function fromStream(events: Loose[]): Expectation {
  let message: Loose = { content: [], usage: {} }
  const blocks: Loose[] = []
  let failed = true
  for (const event of events) {
    if (event.type === 'message_start') message = { ...event.message, usage: { ...event.message.usage } }
    if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block, json: '' }
    if (event.type === 'content_block_delta') {
      const block = blocks[event.index]
      const { delta } = event
      if (delta.type === 'text_delta') block.text += delta.text
      if (delta.type === 'thinking_delta') block.thinking += delta.thinking
      if (delta.type === 'signature_delta') block.signature = (block.signature ?? '') + delta.signature
      if (delta.type === 'input_json_delta') block.json += delta.partial_json
    }
    if (event.type === 'message_delta') {
      message.stop_reason = event.delta.stop_reason
      for (const [key, value] of Object.entries(event.usage ?? {})) if (value !== null) message.usage[key] = value
      failed = false
    }
    if (event.error) failed = true
  }
  return fromMessage({ ...message, content: blocks }, failed)
}

function fromMessage(message: Loose, failed: boolean): Expectation {
  const blocks = message.content.flatMap((block: Loose): ExpectedBlock[] => {
    switch (block.type) {
      case 'text':
        return block.text === '' ? [] : [{ type: 'text', text: block.text }]
      case 'thinking':
        return [{ type: 'thinking', text: block.thinking, signature: block.signature || undefined }]
      case 'redacted_thinking':
        return [{ type: 'redacted_thinking', data: block.data }]
      case 'tool_use':
        return [
          {
            type: 'tool_use',
            provider_id: block.id,
            name: block.name,
            json: normaliseJson(block.json || JSON.stringify(block.input ?? {})),
          },
        ]
      case 'server_tool_use':
      case 'mcp_tool_use': {
        const name = block.server_name ? `${block.server_name}: ${block.name}` : block.name
        return [{ type: 'hosted_tool', name, status: statusOf(block.id, message.content) }]
      }
      default:
        return []
    }
  })
  const usage = message.usage
  return {
    blocks,
    stop_reason: failed ? 'error' : (STOPS[message.stop_reason] ?? message.stop_reason),
    usage: usage && {
      input: usage.input_tokens ?? 0,
      output: usage.output_tokens ?? 0,
      cached: usage.cache_read_input_tokens ?? 0,
      written: usage.cache_creation_input_tokens ?? 0,
    },
    failed,
  }
}

function statusOf(id: string, content: Loose[]): string {
  const result = content.find(({ tool_use_id }) => tool_use_id === id)
  if (result === undefined) return 'running'
  return result.is_error || result.content?.type?.endsWith('_error') ? 'failed' : 'completed'
}

/** The content of the assistant message that says the same as this answer, every block and field as the API gave it. */
export function anthropicReplay(body: string, streaming: boolean): Loose[] {
  if (!streaming) return JSON.parse(body).content.map(tidy)
  const blocks: Loose[] = []
  for (const data of sseData(body)) {
    const event = data === '[DONE]' ? {} : JSON.parse(data)
    if (event.type === 'content_block_start') blocks[event.index] = structuredClone(event.content_block)
    if (event.type !== 'content_block_delta') continue
    const block = blocks[event.index]
    const { type: _type, ...delta } = event.delta
    for (const [key, value] of Object.entries<Loose>(delta)) {
      if (key === 'citation') block.citations = [...(block.citations ?? []), value]
      else block[key] = (block[key] ?? '') + value
    }
  }
  return blocks.map(({ partial_json, ...block }) =>
    tidy(partial_json ? { ...block, input: parsed(partial_json, block.type) } : block),
  )
}

/** Blocks as sent, without the marks for caching. */
export function anthropicSent(content: Loose): Loose[] {
  return content.map(({ cache_control: _mark, ...block }: Loose) => tidy(block))
}

/** Arguments that are not JSON cannot go back on this wire as they are: an object that holds them has to stand there. */
function parsed(json: string, type: string): Loose {
  try {
    return JSON.parse(json)
  } catch {
    return type === 'tool_use' ? { INVALID_JSON: json } : {}
  }
}

/** A null says what an absent field says. */
function tidy(block: Loose): Loose {
  return Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null))
}
