import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { collect } from '#lib/adapters/exchange/collect.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, toolMessage, user } from '#test/support/message-builder.ts'
import type { Script, WireAuthor } from './wire/wire-author.ts'
import { ADAPTERS, EVERYTHING, inputPieces, USAGE } from './wire/wire-author.ts'

const id = (count: number) => `tu_${String(count).padStart(26, '0')}`

function streaming(type: AdapterType, author: WireAuthor, script: Script) {
  return testAdapter({ type, fetch: answering(author.stream(script).join('')) })
}

describe.each(ADAPTERS)('an answer through %s', (type, author) => {
  const thinking = { type: 'thinking', text: 'Let me see.', ...(author.signs ? { signature: 'c2lnbmVk' } : {}) }
  const content = [
    thinking,
    { type: 'text', text: 'Hello 日本 😀' },
    { type: 'tool_use', id: id(1), name: 'add', input: { a: 1, b: [2, null, 'x\n'] } },
    { type: 'tool_use', id: id(2), name: 'sub', input: {} },
  ]

  test('streams as the golden trace, each piece as the wire had it', async () => {
    const { events, error } = await drain(streaming(type, author, EVERYTHING).adapter.stream(requestFor(type)))
    expect(error).toBeUndefined()
    const [start, ...rest] = events.filter((event) => event.type !== 'thinking.delta')
    expect(start).toEqual({ type: 'message.start', model: requestFor(type).model })
    const call = (index: number) => ({ content_block_index: index, tool_use_id: id(index - 1) })
    expect(rest.slice(0, -1)).toEqual([
      { type: 'text.delta', content_block_index: 1, text: 'Hel' },
      { type: 'text.delta', content_block_index: 1, text: 'lo ' },
      { type: 'text.delta', content_block_index: 1, text: '日本 😀' },
      { type: 'tool.use_start', ...call(2), tool_name: 'add', provider_id: 'call_a1' },
      ...inputPieces(author, ['{"a": ', '1, "b":', ' [2, null, "x\\n"]}']).map((partial_json) => ({
        type: 'tool.use_input_delta',
        ...call(2),
        partial_json,
      })),
      { type: 'tool.use_end', ...call(2), final_input: { a: 1, b: [2, null, 'x\n'] } },
      { type: 'tool.use_start', ...call(3), tool_name: 'sub', provider_id: 'call_b2' },
      { type: 'tool.use_input_delta', ...call(3), partial_json: '{}' },
      { type: 'tool.use_end', ...call(3), final_input: {} },
    ])
    expect(rest.at(-1)).toMatchObject({ type: 'message.complete', stop_reason: 'tool_use', final_content: content })
  })

  test('wire-rule 122: arguments that are null or blank say that there are none: the call is one to run', async () => {
    const nothing = author.wholeCalls ? ['null'] : ['null', ' null\n', '', ' \n']
    for (const fragment of nothing) {
      const script: Script = { parts: [{ call: 'add', id: 'call_a1', fragments: [fragment] }], stop: 'tool' }
      const expected = [{ type: 'tool_use', id: id(1), name: 'add', input: {} }]
      const { events, complete } = await drain(streaming(type, author, script).adapter.stream(requestFor(type)))
      expect(complete?.final_content).toEqual(expected)
      expect(draftContent(events.slice(0, -1).reduce(fold, EMPTY_DRAFT))).toEqual(expected)
      expect(events.find((event) => event.type === 'tool.use_end')).not.toHaveProperty('raw_input')
    }
  })

  test('wire-rule 127: the model that answered is named, whatever was asked for', async () => {
    const asked = requestFor(type).model
    const maker = asked.slice(0, asked.indexOf(':'))
    const wire = asked.slice(maker.length + 1)
    for (const served of ['other-model', 'a/b:c:free', '/models/Some File.gguf', wire]) {
      const named = (body: string) => body.replaceAll(JSON.stringify(wire), JSON.stringify(served))
      const bodies = [named(author.stream(EVERYTHING).join('')), named(author.whole(EVERYTHING))]
      for (const body of bodies) {
        const { adapter } = testAdapter({ type, fetch: answering(body) })
        const { complete } = await drain(adapter.stream(requestFor(type)))
        const response = await adapter.complete(requestFor(type))
        expect([complete?.model, response.model]).toEqual([`${maker}:${served}`, `${maker}:${served}`])
        expect(response.provider_raw).toMatchObject({ model: served })
      }
    }
  })

  test('folds from its deltas to its final content', async () => {
    const { events, complete } = await drain(streaming(type, author, EVERYTHING).adapter.stream(requestFor(type)))
    expect(draftContent(events.slice(0, -1).reduce(fold, EMPTY_DRAFT))).toEqual(complete?.final_content)
  })

  test('is the same streamed, whole, asked for as the one and given as the other', async () => {
    const bodies = { stream: author.stream(EVERYTHING).join(''), whole: author.whole(EVERYTHING) }
    for (const given of [bodies.stream, bodies.whole]) {
      for (const asked of ['stream', 'complete'] as const) {
        const { adapter } = testAdapter({ type, fetch: answering(given), now: () => 5 })
        const request = requestFor(type)
        const response =
          asked === 'complete'
            ? await adapter.complete(request)
            : await collect(check(adapter.stream(request)), 'req_1')
        expect(response).toMatchObject({
          request_id: 'req_1',
          content,
          stop_reason: 'tool_use',
          model: requestFor(type).model,
          provider: adapter.name,
          latency_ms: 0,
        })
      }
    }
  })

  test('has disjoint counters that add up to what the provider counted', async () => {
    const { complete } = await drain(streaming(type, author, EVERYTHING).adapter.stream(requestFor(type)))
    const usage = complete?.usage
    const cached = author.countsCache ? USAGE.cached : 0
    expect(usage).toMatchObject({ cached_input_tokens: cached, output_tokens: USAGE.output })
    const { input_tokens = 0, cached_input_tokens = 0, cache_creation_input_tokens = 0 } = usage ?? {}
    expect(input_tokens + cached_input_tokens + cache_creation_input_tokens).toBe(author.countedInput(USAGE))
    expect(usage?.estimated).toBeUndefined()
  })

  test('without figures is estimated, flagged and logged', async () => {
    const { adapter, log } = streaming(type, author, { parts: [{ text: ['Hello'] }], usage: null })
    const { complete } = await drain(adapter.stream(requestFor(type)))
    expect(complete?.usage).toMatchObject({ estimated: true, cached_input_tokens: 0 })
    expect(complete?.usage.input_tokens).toBeGreaterThan(0)
    expect(complete?.usage.output_tokens).toBeGreaterThan(0)
    expect(log.entries.map(({ level, message }) => [level, message])).toContainEqual([
      'warn',
      'the provider sent no usage: it is estimated',
    ])
  })

  test('measures its time from the call to the first piece and to the end', async () => {
    let clock = 1_000
    const { adapter } = testAdapter({
      type,
      fetch: answering(author.stream(EVERYTHING).join('')),
      now: () => (clock += 10),
    })
    const { complete } = await drain(adapter.stream(requestFor(type)))
    expect(complete?.time_to_first_token_ms).toBeGreaterThan(0)
    expect(complete?.latency_ms).toBeGreaterThan(complete?.time_to_first_token_ms ?? 0)
  })

  test('may be empty', async () => {
    const { events, complete, error } = await drain(
      streaming(type, author, { parts: [] }).adapter.stream(requestFor(type)),
    )
    expect(error).toBeUndefined()
    expect(events.map((event) => event.type)).toEqual(['message.start', 'message.complete'])
    expect(complete).toMatchObject({ final_content: [], stop_reason: 'end_turn', time_to_first_token_ms: null })
  })

  test('wire-rule 10: passes over what the format does not have yet, with one warning', async () => {
    const frames = author.stream(EVERYTHING)
    const { adapter, log } = testAdapter({
      type,
      fetch: answering(frames.flatMap((frame) => [author.unknownFrame, frame]).join('')),
    })
    expect((await drain(adapter.stream(requestFor(type)))).complete).toMatchObject({ final_content: content })
    expect(log.entries).toMatchObject([{ level: 'warn' }])
  })

  test.each([
    ['nothing at all', [], {}, undefined],
    ['cut off', ['{"a', '": 1'], {}, '{"a": 1'],
    ['an array', ['[1]'], {}, '[1]'],
    ['a number', ['7'], {}, '7'],
    ['not JSON', ['a=1'], {}, 'a=1'],
  ] as [string, string[], JsonObject, string | undefined][])(
    'wire-rule 62: call arguments that are %s',
    async (_case, fragments, input, raw_input) => {
      const script: Script = { parts: [{ call: 'add', id: 'call_1', fragments }], stop: 'tool' }
      const { events, complete } = await drain(streaming(type, author, script).adapter.stream(requestFor(type)))
      const block = {
        type: 'tool_use',
        id: id(1),
        name: 'add',
        input,
        ...(raw_input === undefined ? {} : { raw_input }),
      }
      expect(complete?.final_content).toEqual([block])
      const end = events.find((event) => event.type === 'tool.use_end')
      expect([end?.final_input, end?.raw_input]).toEqual([input, raw_input])
    },
  )

  test('carries tool input of any shape there and back', async () => {
    const inputs = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(inputs, fc.nat(), async (value, cut) => {
        const json = JSON.stringify(value)
        const input = JSON.parse(json)
        const at = cut % (json.length + 1)
        const script: Script = {
          parts: [{ call: 'add', id: 'call_1', fragments: [json.slice(0, at), json.slice(at)] }],
          stop: 'tool',
        }
        const bodies: string[] = []
        const { adapter } = testAdapter({
          type,
          max_retries: 0,
          fetch: async (url, init) => {
            bodies.push(String(init?.body))
            return bodies.length === 1
              ? await answering(author.stream(script).join(''))(url, init)
              : new Response('', { status: 400 })
          },
        })
        const first = await collect(adapter.stream(requestFor(type)), 'req_1')
        expect(first.content).toMatchObject([{ input }])
        const { model, provider, provider_raw } = first
        const messages = [
          user('hi'),
          assistant(first.content, { model, provider, provider_raw }),
          toolMessage(id(1)),
          user('so?'),
        ]
        await drain(adapter.stream(requestFor(type, { messages })))
        expect(author.callsIn(bodies[1] ?? '')).toEqual([{ id: id(1), name: 'add', input }])
        expect(author.resultIdsIn(bodies[1] ?? '')).toEqual([id(1)])
      }),
      { numRuns: 60 },
    )
  })

  test('is asked for whole where the model cannot stream, and still comes as a stream', async () => {
    const bodies: string[] = []
    const { adapter } = testAdapter({
      type,
      capabilities: () => ({ ...ALL_CAPABILITIES, supports_streaming: false }),
      fetch: async (url, init) => {
        bodies.push(String(init?.body))
        return await answering(author.whole(EVERYTHING))(url, init)
      },
    })
    const { complete } = await drain(adapter.stream(requestFor(type)))
    expect(complete).toMatchObject({ final_content: content })
    expect(JSON.parse(bodies[0] ?? '').stream ?? false).toBe(false)
  })

  test.skipIf(author.wholeCalls)('may hold one call of 128 KB in 16,000 fragments', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(128_000) })
    const fragments = Array.from({ length: 16_000 }, (_, index) => text.slice(index * 8.1, (index + 1) * 8.1))
    const pieces = author.stream({ parts: [{ call: 'write', id: 'call_1', fragments }], stop: 'tool' })
    const encoder = new TextEncoder()
    const { adapter } = testAdapter({ type, fetch: answering(pieces.map((piece) => encoder.encode(piece))) })
    let count = 0
    for await (const event of adapter.stream(requestFor(type))) if (event.type === 'tool.use_input_delta') count += 1
    // Copying on every fragment would take longer than a test may.
    expect(count).toBeGreaterThan(15_000)
  })
})

async function* check(stream: AsyncIterable<StreamEvent>) {
  const { events, error } = await drain(stream)
  yield* events
  if (error) throw error
}

test('collect refuses a stream that does not end', async () => {
  await expect(collect((async function* () {})(), 'req_1')).rejects.toThrow('ended without message.complete')
})
