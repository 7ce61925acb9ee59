import { describe, expect, it } from 'vitest'
import { ANTHROPIC_TOOLS, anthropicEvents, instantDemo, postAnthropic, THINKING, user, type Wire } from '../wire.ts'

const types = (events: Wire[]) =>
  events.map(({ type }) => type).filter((type, at, all) => type !== 'content_block_delta' || all[at - 1] !== type)
const joined = (events: Wire[], index: number, field: string) =>
  events
    .filter((event) => event.index === index && event.delta?.[field] !== undefined)
    .map((event) => event.delta[field])
    .join('')

describe('an answer over Anthropic Messages', () => {
  it('streams the events of the provider in order, with a ping and usage at both ends', async () => {
    const events = await anthropicEvents(await postAnthropic({ stream: true, messages: [user('hello')] }))
    expect(types(events)).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(events[0].message).toEqual({
      id: expect.stringMatching(/^msg_demo_\w+$/),
      type: 'message',
      role: 'assistant',
      model: 'anthropic',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: expect.any(Number),
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 1,
        service_tier: 'standard',
      },
    })
    const text = joined(events, 0, 'text')
    expect(text).toContain('scripted demo model')
    expect(text).toContain('Anthropic Messages')
    expect(events.at(-2)).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: {
        input_tokens: events[0].message.usage.input_tokens,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: Math.ceil(text.length / 4),
        output_tokens_details: { thinking_tokens: 0 },
      },
    })
  })

  it('sends a signed thought, the text and each call as blocks of their own', async () => {
    const body = {
      stream: true,
      thinking: THINKING,
      tools: ANTHROPIC_TOOLS,
      messages: [user('think and calculate 2*3 and 4*5')],
    }
    const events = await anthropicEvents(await postAnthropic(body))
    const starts = events.filter(({ type }) => type === 'content_block_start').map((event) => event.content_block)
    expect(starts).toEqual([
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'text', text: '' },
      { type: 'tool_use', id: expect.stringMatching(/^toolu_demo_[a-z0-9]+$/), name: 'calculator', input: {} },
      { type: 'tool_use', id: expect.stringMatching(/^toolu_demo_[a-z0-9]+$/), name: 'calculator', input: {} },
    ])
    expect(starts[2].id).not.toBe(starts[3].id)
    expect(events.findLast((event) => event.index === 0 && event.delta).delta).toEqual({
      type: 'signature_delta',
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{80,}=*$/),
    })
    const fragments = events
      .filter((event) => event.index === 2 && event.delta)
      .map((event) => event.delta.partial_json)
    expect(fragments[0]).toBe('')
    expect(fragments.length).toBeGreaterThan(4)
    expect(JSON.parse(fragments.join(''))).toEqual({ expression: '2*3' })
    expect(JSON.parse(joined(events, 3, 'partial_json'))).toEqual({ expression: '4*5' })
    const end = events.at(-2)
    expect(end.delta.stop_reason).toBe('tool_use')
    expect(end.usage.output_tokens_details.thinking_tokens).toBe(Math.ceil(joined(events, 0, 'thinking').length / 4))
  })

  it('sends a redacted thought whole', async () => {
    const events = await anthropicEvents(
      await postAnthropic({ stream: true, thinking: THINKING, messages: [user('think secretly')] }),
    )
    expect(events[1]).toEqual({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'redacted_thinking', data: expect.stringMatching(/^demo\./) },
    })
    expect(types(events).slice(2, 5)).toEqual(['ping', 'content_block_stop', 'content_block_start'])
  })

  it('is the same content in one piece', async () => {
    const body = { thinking: THINKING, tools: ANTHROPIC_TOOLS, messages: [user('think and compute 2 + 2')] }
    const response = await postAnthropic(body)
    expect(response.headers.get('content-type')).toBe('application/json')
    const message: Wire = await response.json()
    const events = await anthropicEvents(await postAnthropic({ ...body, stream: true }))
    expect(message.content).toEqual([
      { type: 'thinking', thinking: joined(events, 0, 'thinking'), signature: joined(events, 0, 'signature') },
      { type: 'text', text: joined(events, 1, 'text') },
      {
        type: 'tool_use',
        id: expect.stringMatching(/^toolu_demo_/),
        name: 'calculator',
        input: { expression: '2 + 2' },
      },
    ])
    expect(message).toMatchObject({
      role: 'assistant',
      model: 'anthropic',
      stop_reason: 'tool_use',
      stop_sequence: null,
    })
    expect(message.usage.output_tokens).toBe(events.at(-2).usage.output_tokens)
  })

  it('stops at max_tokens and at a stop sequence, and says which', async () => {
    const cut: Wire = await (await postAnthropic({ max_tokens: 3, messages: [user('hi')] })).json()
    expect(cut).toMatchObject({ content: [{ type: 'text', text: 'Hello! I am ' }], stop_reason: 'max_tokens' })
    const stopped: Wire = await (
      await postAnthropic({ stop_sequences: ['nowhere', '**'], messages: [user('hi')] })
    ).json()
    expect(stopped).toMatchObject({
      content: [{ type: 'text', text: 'Hello! I am the ' }],
      stop_reason: 'stop_sequence',
      stop_sequence: '**',
    })
  })

  it('counts marked prefixes as written the first time and as read after that', async () => {
    const demo = instantDemo()
    const mark = { cache_control: { type: 'ephemeral' } }
    const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } }
    const system = [{ type: 'text', text: 'Be brief. '.repeat(40), ...hour }]
    const first = user([{ type: 'text', text: 'hello', ...mark }])
    const usageOf = async (messages: object[]): Promise<Wire> =>
      ((await (await postAnthropic({ system, messages }, { demo })).json()) as Wire).usage
    const once = await usageOf([first])
    expect(once).toMatchObject({ input_tokens: 0, cache_read_input_tokens: 0 })
    expect(once.cache_creation.ephemeral_1h_input_tokens).toBeGreaterThan(100)
    expect(once.cache_creation.ephemeral_5m_input_tokens).toBeGreaterThan(0)
    const written = once.cache_creation_input_tokens
    expect(written).toBe(once.cache_creation.ephemeral_1h_input_tokens + once.cache_creation.ephemeral_5m_input_tokens)
    expect(await usageOf([first])).toMatchObject({
      input_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: written,
    })
    // The mark moves on with the conversation; what was marked before is still read.
    const later = await usageOf([
      user([{ type: 'text', text: 'hello' }]),
      { role: 'assistant', content: 'Hi.' },
      user([{ type: 'text', text: 'more', ...mark }]),
    ])
    expect(later).toMatchObject({ input_tokens: 0, cache_read_input_tokens: written })
    expect(later.cache_creation_input_tokens).toBeGreaterThan(0)
  })
})
