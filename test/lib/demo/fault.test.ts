import { describe, expect, it } from 'vitest'
import { FAULTS, faultIn } from '#lib/demo/fault.ts'
import {
  anthropicEvents,
  chatChunks,
  errorOf,
  eventsOf,
  instantDemo,
  postAnthropic,
  postChat,
  postOllama,
  postOpenRouter,
  postResponses,
  user,
  type Wire,
} from './wire.ts'

type Ask = (words: string, stream?: boolean, demo?: typeof fetch, signal?: AbortSignal) => Promise<Response>
const anthropic: Ask = (words, stream = true, demo = instantDemo(), signal = new AbortController().signal) =>
  postAnthropic({ stream, messages: [user(words)] }, { demo, signal })
const chat: Ask = (words, stream = true, demo = instantDemo(), signal = new AbortController().signal) =>
  postChat({ stream, messages: [user(words)] }, { demo, signal })
const responses: Ask = (words, stream = true, demo = instantDemo(), signal = new AbortController().signal) =>
  postResponses({ stream, input: words }, { demo, signal })
const ollama: Ask = (words, stream = true, demo = instantDemo(), signal = new AbortController().signal) =>
  postOllama({ stream, messages: [user(words)] }, { demo, signal })
const openRouter: Ask = (words, stream = true, demo = instantDemo(), signal = new AbortController().signal) =>
  postOpenRouter({ stream, messages: [user(words)] }, { demo, signal })
const ALL = [
  ['Anthropic Messages', anthropic],
  ['Chat Completions', chat],
  ['Responses', responses],
  ['Ollama', ollama],
  ['OpenRouter', openRouter],
] as const
/** What only the end of an answer holds. */
const END = /message_stop|message_delta|DONE|"finish_reason":"|response\.completed|"done":true/
const DELTA = /text_delta|output_text\.delta|"content":"[^"]/

/** What arrives before the connection dies. */
async function untilBroken(response: Response): Promise<{ text: string; error: unknown }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
      if (done) return { text, error: null }
      text += value
    }
  } catch (error) {
    return { text, error }
  }
}

describe('a fault is asked for', () => {
  it.each(FAULTS)('by its name: %s', (fault) => {
    expect(faultIn(`please play fault ${fault}!`)).toBe(fault)
    expect(faultIn(`Fault: ${fault.toUpperCase()}`)).toBe(fault)
  })

  it('in other spellings too, but not by accident', () => {
    expect(faultIn('fault dropped')).toBe('drop')
    expect(faultIn('fault rate-limit')).toBe('rate limit')
    expect(faultIn('fault mid-stream error')).toBe('midstream error')
    expect(faultIn('fault bad UTF-8')).toBe('bad utf8')
    expect(faultIn('the drop was not my fault')).toBe(null)
    expect(faultIn('default overloaded')).toBe(null)
  })

  it('by the newest words only', async () => {
    const response = await postChat({
      messages: [user('fault auth'), { role: 'assistant', content: 'No.' }, user('hello')],
    })
    expect(response.status).toBe(200)
  })
})

describe('a request is refused as the provider would', () => {
  it.each([
    ['overloaded', 529, 'overloaded_error', 'Overloaded'],
    ['rate limit', 429, 'rate_limit_error', "would exceed your organization's rate limit"],
    ['auth', 401, 'authentication_error', 'invalid x-api-key'],
    ['billing', 402, 'billing_error', 'credit balance is too low'],
    ['overflow', 400, 'invalid_request_error', 'prompt is too long: '],
    ['bad request', 400, 'invalid_request_error', 'There was an issue with the format or content of your request.'],
  ])('Anthropic Messages: %s', async (fault, status, type, message) => {
    const refused = await errorOf(anthropic(`fault ${fault}`))
    expect(refused).toMatchObject({ status, body: { type: 'error', request_id: expect.any(String) }, error: { type } })
    expect(refused.error.message).toContain(message)
  })

  it.each([
    ['overloaded', 503, 'server_error', null, 'currently overloaded'],
    ['rate limit', 429, 'tokens', 'rate_limit_exceeded', 'Rate limit reached for openai'],
    ['auth', 401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided'],
    ['billing', 429, 'insufficient_quota', 'insufficient_quota', 'exceeded your current quota'],
    ['overflow', 400, 'invalid_request_error', 'context_length_exceeded', 'maximum context length is 128000 tokens'],
    ['bad request', 400, 'invalid_request_error', null, 'Invalid request. '],
  ])('Chat Completions: %s', async (fault, status, type, code, message) => {
    const refused = await errorOf(chat(`fault ${fault}`))
    expect(refused).toMatchObject({ status, error: { type, code } })
    expect(refused.error.message).toContain(message)
  })

  it('with a hint when to come back after a rate limit', async () => {
    expect((await anthropic('fault rate limit')).headers.get('retry-after')).toBe('2')
    expect((await chat('fault rate limit')).headers.get('retry-after')).toBe('2')
  })

  it.each(ALL)('once, where a second attempt is to work: %s', async (_, ask) => {
    const demo = instantDemo()
    const statuses: number[] = []
    for (const _attempt of [1, 2, 3, 4]) statuses.push((await ask('fault overloaded once', true, demo)).status)
    expect(statuses.map((status) => status === 200)).toEqual([false, true, false, true])
    const other = await ask('fault overloaded once, in another conversation', true, demo)
    expect(other.status).not.toBe(200)
  })

  it.each(ALL)('or not even that, when nobody is there: %s', async (_, ask) => {
    const refused = await ask('fault unreachable').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(TypeError)
    expect(refused).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
  })
})

describe.each(ALL)('in mid-answer over %s', (_, ask) => {
  it('the connection breaks', async () => {
    const { text, error } = await untilBroken(await ask('fault dropped'))
    expect(text).toContain('This ')
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } })
    expect(await untilBroken(await ask('fault drop', false))).toMatchObject({ error: { message: 'terminated' } })
  })

  it('nothing more comes', async () => {
    const abort = new AbortController()
    const response = await ask('fault stall', true, instantDemo(), abort.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let deltas = 0
    while (deltas < 6) deltas += DELTA.test((await reader?.read())?.value ?? '') ? 1 : 0
    const next = reader?.read()
    setImmediate(() => abort.abort())
    await expect(next).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('one event is not JSON, and the others are', async () => {
    const text = await (await ask('fault malformed')).text()
    const events = text.split('\n').flatMap((line) => /^(?:data: )?(\{.*)/.exec(line)?.[1] ?? [])
    const broken = events.filter((event) => !isJson(event))
    expect(broken).toHaveLength(1)
    expect(broken[0]).toMatch(/^\{"/)
    expect(isJson(await (await ask('fault malformed', false)).text())).toBe(false)
  })

  it('the answer has no end', async () => {
    const text = await (await ask('fault no end')).text()
    expect(text).toContain('conversation')
    expect(text).not.toMatch(END)
    expect(isJson(await (await ask('fault no end', false)).text())).toBe(false)
  })

  it('some bytes are not text', async () => {
    const bytes = await (await ask('fault bad utf8')).bytes()
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
    expect(new TextDecoder().decode(bytes)).toContain('[\u{FFFD}(\u{FFFD}]')
    expect(new TextDecoder().decode(bytes)).toMatch(END)
    expect(await (await ask('fault bad utf8', false)).text()).toContain('[\u{FFFD}(\u{FFFD}]')
  })

  it('all is well but slow', async () => {
    expect(await (await ask('fault slow')).text()).toMatch(END)
  })
})

describe('the answer itself is wrong', () => {
  it('when an error comes as an event', async () => {
    const events = await anthropicEvents(await anthropic('fault midstream error'))
    expect(events.filter(({ type }) => type === 'content_block_delta')).toHaveLength(6)
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded' },
      request_id: expect.any(String),
    })
    const chunks: Wire[] = (await eventsOf(await chat('fault midstream error'))).map(({ data }) => JSON.parse(data))
    expect(chunks.at(-1)).toEqual({
      error: {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        param: null,
        code: null,
      },
    })
    expect((await errorOf(anthropic('fault midstream error', false))).status).toBe(529)
    expect((await errorOf(chat('fault midstream error', false))).status).toBe(503)
  })

  it('when a call is cut off', async () => {
    const events = await anthropicEvents(await anthropic('fault cut call'))
    const json = events.map((event) => event.delta?.partial_json ?? '').join('')
    expect(isJson(json)).toBe(false)
    expect(events.at(-2).delta.stop_reason).toBe('max_tokens')
    expect(events.find((event) => event.content_block?.type === 'tool_use').content_block.name).toBe('calculator')
    const whole: Wire = await (await anthropic('fault cut call', false)).json()
    expect(whole.content[1]).toMatchObject({ type: 'tool_use', input: {} })
    const chunks = await chatChunks(await chat('fault cut call'))
    const text = chunks
      .flatMap((chunk) => chunk.choices[0].delta.tool_calls ?? [])
      .map((call: Wire) => call.function.arguments)
    expect(text.join('')).toBe(json)
    expect(chunks.at(-1).choices[0].finish_reason).toBe('length')
  })

  it('when it is empty', async () => {
    const events = await anthropicEvents(await anthropic('fault empty'))
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'ping', 'message_delta', 'message_stop'])
    expect(events[2]).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } })
    const body: Wire = await (await chat('fault empty', false)).json()
    expect(body.choices[0]).toMatchObject({ message: { content: '' }, finish_reason: 'stop' })
    expect(await chatChunks(await chat('fault empty'))).toHaveLength(2)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
