import Anthropic from '@anthropic-ai/sdk'
import { API_KEY, MODELS, type OpenReader, PROMPT, type Sink, TOOL } from './reader.ts'

const BODY = {
  model: MODELS.anthropic,
  max_tokens: 4_096,
  messages: [{ role: 'user' as const, content: PROMPT }],
  tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.schema }],
}

/** `messages.create({ stream: true })`: Anthropic's own events. */
export const anthropicCreate: OpenReader = (_format, baseURL) => {
  const client = new Anthropic({ baseURL, apiKey: API_KEY })
  return async (sink) => {
    for await (const event of await client.messages.create({ ...BODY, stream: true })) read(event, sink)
  }
}

/** `messages.stream()`: the same events, and the message put together. */
export const anthropicStream: OpenReader = (_format, baseURL) => {
  const client = new Anthropic({ baseURL, apiKey: API_KEY })
  return async (sink) => {
    const stream = client.messages.stream(BODY)
    for await (const event of stream) read(event, sink)
    await stream.finalMessage()
  }
}

function read(event: Anthropic.RawMessageStreamEvent, { text, input }: Sink): void {
  if (event.type !== 'content_block_delta') return
  if (event.delta.type === 'text_delta') text(event.delta.text)
  else if (event.delta.type === 'input_json_delta') input(event.delta.partial_json)
}
