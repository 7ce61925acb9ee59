import OpenAI from 'openai'
import { API_KEY, apiRoot, MODELS, type OpenReader, PROMPT, type Read, type Sink, TOOL } from './reader.ts'

const CHAT = {
  messages: [{ role: 'user' as const, content: PROMPT }],
  tools: [
    {
      type: 'function' as const,
      function: { name: TOOL.name, description: TOOL.description, parameters: TOOL.schema },
    },
  ],
}

const RESPONSES = {
  model: MODELS.responses,
  input: PROMPT,
  tools: [
    {
      type: 'function' as const,
      name: TOOL.name,
      description: TOOL.description,
      parameters: TOOL.schema,
      strict: false,
    },
  ],
}

/** `create({ stream: true })`: the wire's own chunks or events. */
export const openaiCreate: OpenReader = (format, baseUrl) => {
  const client = new OpenAI({ baseURL: apiRoot(format, baseUrl), apiKey: API_KEY })
  if (format === 'responses') {
    return async (sink) => {
      for await (const event of await client.responses.create({ ...RESPONSES, stream: true })) readEvent(event, sink)
    }
  }
  return async (sink) => {
    const body = { ...CHAT, model: MODELS[format], stream: true as const, stream_options: { include_usage: true } }
    for await (const chunk of await client.chat.completions.create(body)) readChunk(chunk, sink)
  }
}

/** `stream()`: the same, and the answer put together. */
export const openaiStream: OpenReader = (format, baseUrl): Read => {
  const client = new OpenAI({ baseURL: apiRoot(format, baseUrl), apiKey: API_KEY })
  if (format === 'responses') {
    return async (sink) => {
      const stream = client.responses.stream(RESPONSES)
      for await (const event of stream) readEvent(event, sink)
      await stream.finalResponse()
    }
  }
  return async (sink) => {
    const stream = client.chat.completions.stream({ ...CHAT, model: MODELS[format] })
    for await (const chunk of stream) readChunk(chunk, sink)
    await stream.finalChatCompletion()
  }
}

function readChunk({ choices }: OpenAI.ChatCompletionChunk, { text, input }: Sink): void {
  const delta = choices[0]?.delta
  if (delta?.content) text(delta.content)
  const fragment = delta?.tool_calls?.[0]?.function?.arguments
  if (fragment) input(fragment)
}

function readEvent(event: { type: string; delta?: unknown }, { text, input }: Sink): void {
  if (event.type === 'response.output_text.delta') text(String(event.delta))
  else if (event.type === 'response.function_call_arguments.delta') input(String(event.delta))
}
