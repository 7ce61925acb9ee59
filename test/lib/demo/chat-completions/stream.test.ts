import { describe, expect, it } from 'vitest'
import { CHAT_TOOLS, chatChunks, instantDemo, postChat, user, type Wire } from '../wire.ts'

const deltas = (chunks: Wire[]) => chunks.flatMap((chunk) => chunk.choices.map((choice: Wire) => choice.delta))
const joined = (chunks: Wire[], field: string) =>
  deltas(chunks)
    .map((delta) => delta[field] ?? '')
    .join('')

describe('an answer over Chat Completions', () => {
  it('streams role, content, finish and usage, each in its own chunk, and [DONE]', async () => {
    const chunks = await chatChunks(
      await postChat({ stream: true, stream_options: { include_usage: true }, messages: [user('hello')] }),
    )
    expect(chunks[0]).toEqual({
      id: expect.stringMatching(/^chatcmpl-demo-\w+$/),
      object: 'chat.completion.chunk',
      created: expect.any(Number),
      model: 'openai',
      service_tier: 'default',
      system_fingerprint: null,
      usage: null,
      choices: [
        { index: 0, delta: { role: 'assistant', content: '', refusal: null }, logprobs: null, finish_reason: null },
      ],
    })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(joined(chunks, 'content')).toContain('Chat Completions')
    expect(chunks.at(-2).choices).toEqual([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }])
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: Math.ceil(joined(chunks, 'content').length / 4),
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
      },
    })
    const { usage } = chunks.at(-1)
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
  })

  it('reports no usage in a stream that was not asked for it', async () => {
    const chunks = await chatChunks(await postChat({ stream: true, messages: [user('hello')] }))
    expect(chunks.some((chunk) => 'usage' in chunk || chunk.choices.length === 0)).toBe(false)
  })

  it('sends thoughts before the text, and calls by index with their arguments in fragments', async () => {
    const chunks = await chatChunks(
      await postChat({ stream: true, tools: CHAT_TOOLS, messages: [user('think and calculate 2*3 and 4*5')] }),
    )
    const fields = deltas(chunks)
      .flatMap((delta) => Object.keys(delta))
      .filter((field) => field !== 'role' && field !== 'refusal')
    expect(fields.filter((field, at) => field !== fields[at - 1])).toEqual([
      'content',
      'reasoning_content',
      'content',
      'tool_calls',
    ])
    const calls = deltas(chunks).flatMap((delta) => delta.tool_calls ?? [])
    expect(calls.filter(({ id }) => id)).toEqual([
      {
        index: 0,
        id: expect.stringMatching(/^call_demo_\w+$/),
        type: 'function',
        function: { name: 'calculator', arguments: '' },
      },
      {
        index: 1,
        id: expect.stringMatching(/^call_demo_\w+$/),
        type: 'function',
        function: { name: 'calculator', arguments: '' },
      },
    ])
    const argumentsAt = (index: number) =>
      calls.filter((call) => call.index === index).map((call) => call.function.arguments)
    expect(argumentsAt(0).length).toBeGreaterThan(4)
    expect(JSON.parse(argumentsAt(0).join(''))).toEqual({ expression: '2*3' })
    expect(JSON.parse(argumentsAt(1).join(''))).toEqual({ expression: '4*5' })
    expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls')
  })

  it('is the same content in one piece', async () => {
    const body = { tools: CHAT_TOOLS, messages: [user('think and compute 2 + 2')] }
    const whole: Wire = await (await postChat(body)).json()
    const chunks = await chatChunks(await postChat({ ...body, stream: true }))
    expect(whole).toMatchObject({
      object: 'chat.completion',
      model: 'openai',
      usage: { completion_tokens: expect.any(Number) },
    })
    expect(whole.choices).toEqual([
      {
        index: 0,
        message: {
          role: 'assistant',
          content: joined(chunks, 'content'),
          refusal: null,
          reasoning_content: joined(chunks, 'reasoning_content'),
          tool_calls: [
            {
              id: expect.any(String),
              type: 'function',
              function: { name: 'calculator', arguments: '{"expression":"2 + 2"}' },
            },
          ],
        },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ])
  })

  it('stops at either token limit and at a stop sequence', async () => {
    const answer = async (extra: object): Promise<Wire> =>
      ((await (await postChat({ messages: [user('hi')], ...extra })).json()) as Wire).choices[0]
    expect(await answer({ max_completion_tokens: 3 })).toMatchObject({
      message: { content: 'Hello! I am ' },
      finish_reason: 'length',
    })
    expect(await answer({ max_tokens: 3 })).toMatchObject({
      message: { content: 'Hello! I am ' },
      finish_reason: 'length',
    })
    expect(await answer({ stop: 'am' })).toMatchObject({ message: { content: 'Hello! I ' }, finish_reason: 'stop' })
    expect(await answer({ stop: ['zzz', '**'] })).toMatchObject({
      message: { content: 'Hello! I am the ' },
      finish_reason: 'stop',
    })
  })

  it('reads from its cache what it was sent before', async () => {
    const demo = instantDemo()
    const usageOf = async (messages: object[]): Promise<Wire> =>
      ((await (await postChat({ messages }, { demo })).json()) as Wire).usage
    const once = await usageOf([user('hello')])
    expect(once.prompt_tokens_details.cached_tokens).toBe(0)
    const longer = await usageOf([user('hello'), { role: 'assistant', content: 'Hi.' }, user('more')])
    expect(longer.prompt_tokens_details.cached_tokens).toBe(once.prompt_tokens)
    expect(longer.prompt_tokens).toBeGreaterThan(once.prompt_tokens)
  })
})
