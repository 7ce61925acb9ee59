import { createParser } from 'eventsource-parser'
import { createDemoFetch, type DemoOptions } from '#lib/demo/demo-fetch.ts'

/** What a test reads from a wire answer; loose on purpose, the test says what it expects. */
// biome-ignore lint/suspicious/noExplicitAny: wire JSON of another party
export type Wire = any

export const ANTHROPIC_URL = 'http://127.0.0.1:9/v1/messages'
export const CHAT_URL = 'http://127.0.0.1:9/v1/chat/completions'

export const RESPONSES_URL = 'http://127.0.0.1:9/v1/responses'
export const OLLAMA_URL = 'http://127.0.0.1:9/api/chat'
export const OPENROUTER_URL = 'http://127.0.0.1:9/api/v1/chat/completions'

/** A 1x1 picture. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const GIF = 'R0lGODlhAQABAAAAACw='

/** A demo in which no time passes. */
export function instantDemo(options: DemoOptions = {}): typeof fetch {
  return createDemoFetch({ delay: async () => {}, ...options })
}

export interface Send {
  demo?: typeof fetch
  signal?: AbortSignal
}

export function postAnthropic(body: object, { demo = instantDemo(), signal }: Send = {}): Promise<Response> {
  return demo(ANTHROPIC_URL, {
    method: 'POST',
    headers: { 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'anthropic', max_tokens: 20_000, ...body }),
    ...(signal ? { signal } : {}),
  })
}

/** To any of the formats that need no header of their own. */
export function postTo(url: string, model: string): (body: object, send?: Send) => Promise<Response> {
  return (body, { demo = instantDemo(), signal } = {}) =>
    demo(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...body }),
      ...(signal ? { signal } : {}),
    })
}

export const postChat = postTo(CHAT_URL, 'openai')
const postResponsesAs = postTo(RESPONSES_URL, 'responses')
export const postResponses = (body: object, send?: Send) => postResponsesAs({ store: false, ...body }, send)
export const postOllama = postTo(OLLAMA_URL, 'ollama')
export const postOpenRouter = postTo(OPENROUTER_URL, 'openrouter')

export function user(content: unknown): object {
  return { role: 'user', content }
}

export function assistant(content: unknown, extra: object = {}): object {
  return { role: 'assistant', content, ...extra }
}

export const THINKING = { type: 'adaptive' }

export const CALCULATOR_SCHEMA = {
  type: 'object',
  properties: { expression: { type: 'string' } },
  required: ['expression'],
  additionalProperties: false,
}
export const ANTHROPIC_TOOLS = [{ name: 'calculator', description: 'Computes.', input_schema: CALCULATOR_SCHEMA }]
export const CHAT_TOOLS = [
  { type: 'function', function: { name: 'calculator', description: 'Computes.', parameters: CALCULATOR_SCHEMA } },
]

/** Every event of a stream, parsed by a parser that is not ours. */
export async function eventsOf(response: Response): Promise<{ event: string | undefined; data: string }[]> {
  const events: { event: string | undefined; data: string }[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event, data }),
    onError: (error) => {
      throw error
    },
  })
  parser.feed(await response.text())
  return events
}

export async function anthropicEvents(response: Response): Promise<Wire[]> {
  const events = await eventsOf(response)
  return events.map(({ event, data }) => {
    const json: Wire = JSON.parse(data)
    if (json.type !== event) throw new Error(`event ${event} carries ${json.type}`)
    return json
  })
}

/** The chunks before `[DONE]`. */
export async function chatChunks(response: Response): Promise<Wire[]> {
  const events = await eventsOf(response)
  if (events.at(-1)?.data !== '[DONE]') throw new Error('no [DONE]')
  return events.slice(0, -1).map(({ data }): Wire => JSON.parse(data))
}

/** The text of an answer to a few words, streamed, over one of the formats. */
export async function sayAnthropic(words: string, extra: object = {}, send: Send = {}): Promise<string> {
  const response = await postAnthropic({ messages: [user(words)], ...extra }, send)
  const message: Wire = await response.json()
  return message.content.flatMap((block: Wire) => (block.type === 'text' ? [block.text] : [])).join('')
}

export async function sayChat(words: string, extra: object = {}, send: Send = {}): Promise<string> {
  const response = await postChat({ messages: [user(words)], ...extra }, send)
  const body: Wire = await response.json()
  return body.choices[0].message.content
}

export async function errorOf(response: Promise<Response>): Promise<{ status: number; error: Wire; body: Wire }> {
  const { status, ...rest } = await response.then(async (answer) => ({
    status: answer.status,
    body: await answer.json(),
  }))
  return { status, error: rest.body.error, body: rest.body }
}
