import { describe, expect, it } from 'vitest'
import { assistant, errorOf, postOpenRouter, user, type Wire } from '../wire.ts'

const hello = user('hi')

async function refusal(body: object): Promise<Wire> {
  const { status, body: whole } = await errorOf(postOpenRouter({ messages: [hello], ...body }))
  expect({ status, code: whole.error.code }).toEqual({ status: 400, code: 400 })
  return whole.error
}

/** Lines that are comments, and the chunks. */
async function stream(body: object): Promise<{ comments: string[]; chunks: Wire[] }> {
  const events = (await (await postOpenRouter({ stream: true, ...body })).text()).split('\n\n').filter(Boolean)
  expect(events.at(-1)).toBe('data: [DONE]')
  return {
    comments: events.filter((event) => event.startsWith(':')),
    chunks: events.slice(0, -1).flatMap((event): Wire[] => (event.startsWith(':') ? [] : [JSON.parse(event.slice(6))])),
  }
}

describe('the OpenRouter side refuses', () => {
  it('in words of its own what only it has, and by the upstream’s what Chat Completions has', async () => {
    expect(await refusal({ provider: { first: 'x' } })).toEqual({
      message: expect.stringContaining('Invalid input'),
      code: 400,
    })
    expect(await refusal({ reasoning: { effort: 'low' }, reasoning_effort: 'low' })).toMatchObject({
      message: 'Only one of "reasoning" and "reasoning_effort" can be provided',
    })
    expect(await refusal({ reasoning: { effort: 'low', max_tokens: 100 } })).toMatchObject({
      message: 'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified',
    })
    expect(await refusal({ messages: [hello, { role: 'tool', tool_call_id: 'x', content: '2' }] })).toEqual({
      message: 'Provider returned error',
      code: 400,
      metadata: { raw: expect.stringContaining("messages with role 'tool'"), provider_name: 'Demo' },
    })
    expect((await refusal({ nonsense: 1 })).metadata.raw).toBe("Unknown parameter: 'nonsense'.")
  })

  it('reasoning that was changed, that another model had, or that comes twice', async () => {
    const whole: Wire = await (await postOpenRouter({ reasoning: { effort: 'low' }, messages: [user('think')] })).json()
    const { message } = whole.choices[0]
    const [detail] = message.reasoning_details
    const back = (reasoning_details: object[], model = 'openrouter') =>
      postOpenRouter({ model, messages: [user('think'), assistant('So.', { reasoning_details }), hello] })
    expect((await back([detail])).status).toBe(200)
    const raw = async (response: Promise<Response>) => (await errorOf(response)).error.metadata.raw
    expect(await raw(back([{ ...detail, text: 'other' }]))).toContain('Invalid `signature`')
    expect(await raw(back([detail], 'another'))).toContain('Invalid `signature`')
    expect(
      await raw(
        back([
          { ...detail, id: 'a' },
          { ...detail, id: 'a' },
        ]),
      ),
    ).toBe('Duplicate item found with id a')
  })
})

describe('an answer over OpenRouter', () => {
  it('streams signs of life, reasoning in details with a signature, the upstream, and usage unasked', async () => {
    const { comments, chunks } = await stream({ reasoning: { effort: 'low' }, messages: [user('think')] })
    expect(comments).toEqual([': OPENROUTER PROCESSING'])
    expect(chunks[0]).toMatchObject({ id: expect.stringMatching(/^gen-demo-/), provider: 'Demo', model: 'openrouter' })
    const details = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }: Wire) => delta.reasoning_details ?? []))
    expect(details.at(-1)).toEqual({
      type: 'reasoning.text',
      signature: expect.any(String),
      format: 'anthropic-claude-v1',
      index: 0,
    })
    expect(chunks.at(-2).choices[0]).toMatchObject({ finish_reason: 'stop', native_finish_reason: 'end_turn' })
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: expect.any(Number) }, is_byok: false },
    })
  })

  it('cites by annotations what a search of the host found', async () => {
    const tools = [{ type: 'openrouter:web_search' }]
    const whole: Wire = await (await postOpenRouter({ tools, messages: [user('search the web for tides')] })).json()
    const { content, annotations } = whole.choices[0].message
    const [{ url_citation: cited }] = annotations
    expect(cited).toMatchObject({ url: 'https://example.com/tides', title: 'Why there are two tides a day' })
    expect(content.slice(cited.start_index, cited.end_index)).toContain('The Moon pulls the near side')
    expect(whole.usage.server_tool_use).toEqual({ web_search_requests: 1 })
    const { chunks } = await stream({ tools, messages: [user('search the web for tides')] })
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.annotations ?? [])).toEqual(annotations)
  })
})
