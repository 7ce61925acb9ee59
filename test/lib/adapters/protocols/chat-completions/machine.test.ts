import { describe, expect, test } from 'vitest'
import { WireError } from '#lib/adapters/protocol.ts'
import { OPENAI_DIALECT } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { fromWire } from '#lib/adapters/protocols/chat-completions/from-wire.ts'
import { createMachine } from '#lib/adapters/protocols/chat-completions/machine.ts'
import { eventOrderChecker } from '#lib/canonical/event-order.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { answerContext } from '#test/support/cassette.ts'
import { quickest } from '#test/support/cpu-time.ts'

const chunk = (delta: JsonObject, choice: JsonObject = {}): JsonObject => ({
  model: 'm-1',
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
})

/** Deltas of one answer; objects with `choices` or without a delta's fields go as whole chunks. */
function read(chunks: JsonValue[]) {
  const context = answerContext({ provider: 'openai' })
  const machine = createMachine(context)
  const check = eventOrderChecker()
  check({ type: 'message.start', model: 'openai:m-1' })
  const events: StreamEvent[] = []
  const take = (more: StreamEvent[]) => {
    for (const event of more) check(event)
    events.push(...more)
  }
  for (const each of chunks) take(machine.push({ data: JSON.stringify(each) }))
  const end = machine.end('complete')
  take(end.events)
  return { events, ...end.answer, finished: machine.finished, warnings: context.warnings }
}

const call = (fields: JsonObject) => chunk({ tool_calls: [fields] })
const calls = (chunks: JsonValue[]) =>
  read(chunks).final_content.map((block) => (block.type === 'tool_use' ? [block.name, block.input] : block.type))

describe('whose tool call a piece is (wire-rule 63)', () => {
  test('wire-rule 63: pieces are put together by index, and the id and name that come once hold for all', () => {
    const { final_content, provider_ids } = read([
      call({ index: 0, id: 'call_a', function: { name: 'one', arguments: '' } }),
      call({ index: 0, function: { arguments: '{"a"' } }),
      call({ index: 0, function: { arguments: ':1}' } }),
    ])
    expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'one', input: { a: 1 } }])
    expect([...provider_ids]).toEqual([['tu_1', 'call_a']])
  })

  test('a name and an id said again with each piece change nothing', () => {
    const piece = (text: string) => call({ index: 0, id: 'call_a', function: { name: 'one', arguments: text } })
    expect(calls([piece('{"a":'), piece('{}'), piece('}')])).toEqual([['one', { a: {} }]])
  })

  test('a fresh id with each nameless piece is still one call', () => {
    const pieces = ['{"a"', ':1', '}'].map((text, at) =>
      call({
        index: 0,
        id: `random-${at}`,
        function: at === 0 ? { name: 'one', arguments: text } : { arguments: text },
      }),
    )
    expect(calls(pieces)).toEqual([['one', { a: 1 }]])
  })

  test('without an index the id tells', () => {
    expect(
      calls([
        call({ id: 'a', function: { name: 'one', arguments: '{"x":' } }),
        call({ id: 'b', function: { name: 'two', arguments: '{"y":' } }),
        call({ id: 'a', function: { arguments: '1}' } }),
        call({ id: 'b', function: { arguments: '2}' } }),
      ]),
    ).toEqual([
      ['one', { x: 1 }],
      ['two', { y: 2 }],
    ])
  })

  test('without index and id a name begins a call, and what has none goes on with the last', () => {
    expect(
      calls([
        call({ function: { name: 'one', arguments: '{"x":' } }),
        call({ function: { arguments: '1}' } }),
        call({ function: { name: 'one', arguments: '{"x":2}' } }),
      ]),
    ).toEqual([
      ['one', { x: 1 }],
      ['one', { x: 2 }],
    ])
  })

  test('without index and id a name said again goes on with a call that is not whole', () => {
    expect(
      calls([
        call({ function: { name: 'one', arguments: '{"x":{' } }),
        call({ function: { name: 'one', arguments: '"y":1}}' } }),
      ]),
    ).toEqual([['one', { x: { y: 1 } }]])
  })

  test('several calls under one index are several calls', () => {
    expect(
      calls([
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
        call({ index: 0, id: 'b', function: { name: 'one', arguments: '{"x":1}' } }),
        call({ index: 0, function: { name: 'two', arguments: '{"x":2}' } }),
        call({ index: 0, function: { name: 'two', arguments: '{"x":3}' } }),
      ]),
    ).toEqual([
      ['one', {}],
      ['one', { x: 1 }],
      ['two', { x: 2 }],
      ['two', { x: 3 }],
    ])
  })

  const rome = { id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }
  const oslo = { id: 'call_1', function: { name: 'get_time', arguments: '{"city":"Oslo"}' } }
  test.each<[string, JsonValue[]]>([
    ['in one delta', [chunk({ tool_calls: [rome, oslo] })]],
    ['in one delta under one name', [chunk({ tool_calls: [rome, { ...oslo, function: rome.function }] })]],
    ['one after the other', [call(rome), call(oslo)]],
    ['under one index', [call({ index: 0, ...rome }), call({ index: 0, ...oslo })]],
    [
      'the second in pieces',
      [
        call(rome),
        call({ id: 'call_1', function: { name: 'get_time', arguments: '{"city"' } }),
        call({ id: 'call_1', function: { arguments: ':"Oslo"}' } }),
      ],
    ],
  ])('wire-rule 19: one id for two calls leaves them two: %s', (_how, chunks) => {
    const { final_content } = read(chunks)
    expect(final_content).toMatchObject([
      { name: 'get_weather', input: { city: 'Rome' } },
      { input: { city: expect.stringMatching(/Oslo|Rome/) } },
    ])
    expect(final_content.every((block) => block.type === 'tool_use' && block.raw_input === undefined)).toBe(true)
  })

  test('arguments that come as an object, or as null, are read', () => {
    expect(
      calls([
        chunk({
          tool_calls: [
            { index: 0, function: { name: 'one', arguments: { a: [1] } } },
            { index: 1, function: { name: 'two', arguments: null } },
            { index: '2', name: 'three', arguments: '{}' },
            null,
          ],
        }),
      ]),
    ).toEqual([
      ['one', { a: [1] }],
      ['two', {}],
      ['three', {}],
    ])
  })

  test('arguments before the name are kept, and start the call together with it', () => {
    const { events, final_content } = read([
      call({ index: 0, id: 'a', function: { arguments: '{"x"' } }),
      call({ index: 0, function: { name: 'one', arguments: ':1}' } }),
    ])
    expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'one', input: { x: 1 } }])
    expect(events.map(({ type }) => type)).toEqual(['tool.use_start', 'tool.use_input_delta', 'tool.use_end'])
  })

  test('an id that comes after the name is on the first event of the call', () => {
    const { events } = read([
      call({ index: 0, function: { name: 'one' } }),
      call({ index: 0, id: 'a', function: { arguments: '' } }),
    ])
    expect(events[0]).toEqual({
      type: 'tool.use_start',
      content_block_index: 0,
      tool_use_id: 'tu_1',
      tool_name: 'one',
      provider_id: 'a',
    })
  })

  test('a name without anything more is a call once text or the end follows', () => {
    const { final_content, stop_reason } = read([
      call({ index: 0, function: { name: 'one' } }),
      chunk({ content: 'Done.' }),
      call({ index: 1, function: { name: 'two' } }),
    ])
    expect(final_content.map((block) => (block.type === 'tool_use' ? block.name : block.type))).toEqual([
      'one',
      'text',
      'two',
    ])
    expect(stop_reason).toBe('tool_use')
  })

  test('arguments that never get a name are not lost, and cannot be dispatched', () => {
    const { final_content } = read([call({ index: 0, id: 'a', function: { arguments: '{"x":1' } })])
    expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: '', input: {}, raw_input: '{"x":1' }])
  })

  test('16,000 pieces of one call are one call', () => {
    const piece = 'abcdefgh'
    const { final_content, events } = read([
      call({ index: 0, id: 'a', function: { name: 'write', arguments: '{"text":"' } }),
      ...Array.from({ length: 16_000 }, () => call({ index: 0, function: { arguments: piece } })),
      call({ index: 0, function: { arguments: '"}' } }),
    ])
    expect(final_content).toEqual([
      { type: 'tool_use', id: 'tu_1', name: 'write', input: { text: piece.repeat(16_000) } },
    ])
    expect(events).toHaveLength(16_004)
  })

  test('pieces under one name, of a host without index and id, are read in linear time', async () => {
    const piece = (text: string) => call({ function: { name: 'write', arguments: text } })
    const readPieces = (length: number) => {
      const pieces = Array.from({ length }, () => piece(',{"b":1}'))
      expect(calls([piece('{"list":[{"b":1}'), ...pieces, piece(']}')])).toMatchObject([
        ['write', { list: { length: length + 1 } }],
      ])
    }
    const few = await quickest(() => readPieces(4_000), 3)
    expect(await quickest(() => readPieces(16_000), 3)).toBeLessThan(10 * few)
  })
})

test('annotations and parts of reasoning, one at a time, are kept in linear time', async () => {
  const readParts = (length: number) => {
    const { provider_raw } = read(
      Array.from({ length }, (_, index) =>
        chunk({ annotations: [{ index }], reasoning_details: [{ type: 'reasoning.text', index, text: 'x' }] }),
      ),
    )
    expect(provider_raw).toMatchObject({ annotations: { length }, reasoning_details: { length } })
  }
  const few = await quickest(() => readParts(4_000), 3)
  expect(await quickest(() => readParts(16_000), 3)).toBeLessThan(10 * few)
})

test('one call that comes as an object in place of a list is read, with what its host adds to it', () => {
  const extra_content = { google: { thought_signature: 'c2ln' } }
  const tool_calls = { index: 0, id: 'a', extra_content, function: { name: 'one', arguments: '{}' } }
  const { final_content, provider_raw } = read([chunk({ tool_calls, extra_content, context: { intent: 'x' } })])
  expect(final_content).toHaveLength(1)
  expect(provider_raw).toMatchObject({
    tool_calls: { 0: { extra_content } },
    extra_content,
    context: { intent: 'x' },
  })
})

describe('wire-rule 119: a call that has the field of the other kind as well', () => {
  const NOTHING = { input: '', name: '' }
  const called = { name: 'one', arguments: '{"a":1}' }

  test.each<[string, JsonObject, boolean]>([
    ['empty beside the function', { type: 'function', function: called, custom: NOTHING }, false],
    ['empty, without a type', { function: called, custom: {} }, false],
    ['null', { type: 'function', function: called, custom: null }, false],
    ['empty beside flat fields', { type: 'function', ...called, custom: NOTHING }, false],
    ['full, as the type says', { type: 'custom', custom: { name: 'one', input: '{"a":1}' }, function: {} }, true],
    [
      'full, without a type',
      { custom: { name: 'one', input: '{"a":1}' }, function: { name: '', arguments: '' } },
      true,
    ],
    ['full like the other', { type: 'function', function: called, custom: { name: 'two', input: 'x' } }, false],
  ])('wire-rule 119: %s', (_which, entry, isCustom) => {
    const [whole, streamed] = [
      fromWire({ choices: [{ message: { tool_calls: [{ id: 'a', ...entry }] } }] }, answerContext()),
      read([call({ index: 0, id: 'a', ...entry })]),
    ]
    for (const { final_content, provider_raw } of [whole, streamed]) {
      expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'one', input: { a: 1 } }])
      expect(provider_raw?.tool_calls).toEqual(isCustom ? { 0: { custom: '{"a":1}' } } : undefined)
    }
  })

  test('wire-rule 119: in pieces, with empty fields in each and the type in the first alone', () => {
    const piece = (fields: JsonObject, more: JsonObject = {}) =>
      call({ index: 0, custom: NOTHING, function: { name: '', arguments: '', ...fields }, ...more })
    const { final_content, provider_raw } = read([
      piece({ name: 'one' }, { id: 'a', type: 'function' }),
      piece({}),
      piece({ arguments: '{"a":' }),
      piece({ arguments: '1}' }),
    ])
    expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'one', input: { a: 1 } }])
    expect(provider_raw).not.toHaveProperty('tool_calls')
  })

  test('an empty function_call and an empty sound beside the answer say nothing', () => {
    const audio = { id: '', data: '', transcript: '', expires_at: 0 }
    const function_call = { name: '', arguments: '' }
    const { final_content, provider_raw } = read([
      call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"a"' } }),
      chunk({ function_call, audio, tool_calls: [{ function: { arguments: ':1}' } }] }),
    ])
    expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'one', input: { a: 1 } }])
    expect(provider_raw).not.toHaveProperty('audio')
  })
})

describe('wire-rule 121: a message beside a delta', () => {
  const whole = (choice: JsonObject) => fromWire({ choices: [{ index: 0, ...choice }] }, answerContext()).final_content
  const HI = { role: 'assistant', content: 'Hi' }

  test.each<[string, JsonValue]>([
    ['an empty one', { content: '' }],
    ['one that says less', { content: 'H' }],
    ['one that is no object', []],
  ])('wire-rule 121: counts where the body is the answer: %s', (_which, delta) => {
    expect(whole({ message: HI, delta })).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test('a body that has a delta alone is read by it', () => {
    expect(whole({ delta: HI })).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test('wire-rule 121: counts in a stream only where no piece ever said anything', () => {
    const both = (content: string, all: string) => chunk({ content }, { message: { content: all } })
    expect(read([both('H', 'H'), both('i', 'Hi'), both('', 'Hi')]).final_content).toEqual([
      { type: 'text', text: 'Hi' },
    ])
    const { final_content, events } = read([both('', ''), both('', 'Hi')])
    expect(final_content).toEqual([{ type: 'text', text: 'Hi' }])
    expect(events).toMatchObject([{ type: 'text.delta', text: 'Hi' }])
  })
})

test('an answer that follows a schema and comes parsed already is the text of it', () => {
  expect(read([chunk({ content: { a: [1] } })]).final_content).toEqual([{ type: 'text', text: '{"a":[1]}' }])
  expect(read([chunk({ content: { type: 'text', text: 'Hi' } })]).final_content).toEqual([{ type: 'text', text: 'Hi' }])
})

test('figures that come one by one are put together, and a null takes none back', () => {
  const usage = (fields: JsonObject) => ({ choices: [], usage: fields })
  const { usage: counted } = read([
    usage({ prompt_tokens: 36, completion_tokens: null, total_tokens: null }),
    usage({ prompt_tokens: 36, completion_tokens: 5, cache_read_input_tokens: 6 }),
    usage({ completion_tokens: null }),
  ])
  expect(counted).toEqual({
    input_tokens: 30,
    output_tokens: 5,
    cached_input_tokens: 6,
    cache_creation_input_tokens: 0,
  })
})

describe('wire-rule 62: arguments', () => {
  test.each(['{"a', '"null"', '[1]', '4 + 4'])('wire-rule 62: %j is kept as received and is no input', (text) => {
    const { final_content } = read([call({ index: 0, id: 'a', function: { name: 'one', arguments: text } })])
    expect(final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'one', input: {}, raw_input: text }])
  })

  test('arguments that were written otherwise than we would write them are kept to go back so', () => {
    const { provider_raw } = read([
      call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"n": 9007199254740993}' } }),
      call({ index: 1, id: 'b', function: { name: 'two', arguments: '{"a":1}' } }),
    ])
    expect(provider_raw?.tool_calls).toEqual({ 0: { arguments: '{"n": 9007199254740993}' } })
  })
})

describe('what is thought and said', () => {
  test.each(['reasoning_content', 'reasoning', 'reasoning_text'])('wire-rule 73: %s is thinking', (field) => {
    const { final_content } = read([chunk({ [field]: 'Hm.' }), chunk({ [field]: null, content: 'Yes.' })])
    expect(final_content).toEqual([
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'Yes.' },
    ])
  })

  test('wire-rule 73: reasoning said in two fields counts once, and an empty field gives way to the next', () => {
    const { final_content } = read([
      chunk({ reasoning_content: 'Hm', reasoning: 'Hm' }),
      chunk({
        reasoning_content: '',
        reasoning: ', yes',
        reasoning_details: [{ type: 'reasoning.text', text: ', yes' }],
      }),
    ])
    expect(final_content).toEqual([{ type: 'thinking', text: 'Hm, yes' }])
  })

  test('details alone are thinking too: texts and summaries, not what is encrypted', () => {
    const { final_content, provider_raw } = read([
      chunk({ reasoning_details: [{ type: 'reasoning.summary', summary: 'First', index: 0 }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.summary', summary: ', then', index: 0 }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'eA==', index: 0 }, 'odd'] }),
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'eQ==', index: 0 }] }),
      chunk({ content: 'Done.' }),
    ])
    expect(final_content[0]).toEqual({ type: 'thinking', text: 'First, then' })
    expect(provider_raw?.reasoning_details).toEqual([
      { type: 'reasoning.summary', summary: 'First, then', index: 0 },
      { type: 'reasoning.encrypted', data: 'eA==', index: 0 },
      'odd',
      { type: 'reasoning.encrypted', data: 'eQ==', index: 0 },
    ])
  })

  test('a signed detail is closed: text after it is another one', () => {
    const text = (fields: JsonObject) => chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...fields }] })
    const { provider_raw } = read([
      text({ text: 'a' }),
      text({ signature: 's', id: null }),
      text({ text: 'b', id: 'x' }),
    ])
    expect(provider_raw?.reasoning_details).toEqual([
      { type: 'reasoning.text', index: 0, text: 'a', signature: 's' },
      { type: 'reasoning.text', index: 0, text: 'b', id: 'x' },
    ])
  })

  test('wire-rule 208: content in parts: text, thinking in both its shapes, a refusal, and what we do not know', () => {
    const { final_content, stop_reason, provider_raw } = read([
      chunk({ content: 'So: ' }),
      chunk({
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'output_text', text: 'Yes' },
          { type: 'text' },
          { type: 'refusal', refusal: 'No.' },
          { type: 'image_url', image_url: 'https://example.test/' },
          7,
        ],
      }),
    ])
    expect(final_content.map((block) => ('text' in block ? `${block.type} ${block.text}` : block.type))).toEqual([
      'text So: ',
      'thinking Hm.',
      'text Yes',
      'text No.',
    ])
    expect(stop_reason).toBe('refusal')
    expect(provider_raw?.content).toHaveLength(6)
  })

  test('an empty list of parts says nothing', () => {
    expect(read([chunk({ content: [] })])).toMatchObject({ final_content: [], stop_reason: 'end_turn' })
  })

  test('text after a call opens a new block', () => {
    const { final_content } = read([
      chunk({ content: 'a' }),
      call({ index: 0, id: 'x', function: { name: 'one', arguments: '{}' } }),
      chunk({ content: 'b' }),
    ])
    expect(final_content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'text'])
  })

  test('pictures, citations and search results are kept for the adapter', () => {
    const { provider_raw } = read([
      { ...chunk({ content: 'a', images: [{ type: 'image_url' }], annotations: [] }), citations: ['https://a.test/'] },
      {
        ...chunk({ content: 'b', images: [{ type: 'image_url' }] }),
        search_results: [{ title: 'A' }],
        citations: null,
      },
    ])
    expect(provider_raw).toEqual({
      format: 'openai.chat',
      model: 'm-1',
      asked_model: 'openai:asked',
      images: [{ type: 'image_url' }, { type: 'image_url' }],
      citations: ['https://a.test/'],
      search_results: [{ title: 'A' }],
    })
  })
})

describe('chunks of other shapes', () => {
  test('a whole message in place of a delta is read, but not again after deltas', () => {
    const message = { role: 'assistant', content: 'Hi' }
    expect(read([{ choices: [{ message, finish_reason: 'stop' }] }]).final_content).toEqual([
      { type: 'text', text: 'Hi' },
    ])
    expect(read([chunk({ content: 'Hi' }), { choices: [{ message }] }]).final_content).toEqual([
      { type: 'text', text: 'Hi' },
    ])
  })

  test('only the first choice counts', () => {
    const second = { choices: [{ index: 1, delta: { content: 'No' }, finish_reason: 'length' }] }
    const { final_content, stop_reason } = read([
      chunk({ content: 'Yes' }),
      second,
      chunk({}, { finish_reason: 'stop' }),
    ])
    expect(final_content).toEqual([{ type: 'text', text: 'Yes' }])
    expect(stop_reason).toBe('end_turn')
  })

  test('the model is the first that is named, else the one asked for', () => {
    expect(read([{ model: '', choices: [] }, chunk({ content: 'a' })]).model).toBe('openai:m-1')
    expect(read([{ choices: [{ delta: { content: 'a' } }] }])).toMatchObject({
      model: 'openai:asked',
      provider_raw: { model: 'asked' },
    })
  })

  test('unknown events, and data that is no object, are passed over with a warning', () => {
    const { warnings } = read([{ type: 'ping' }, 'hello', null, 7, chunk({ content: 'a' })])
    expect(warnings).toHaveLength(4)
  })

  test('chunks without choices that say usage, or nothing, are no surprise', () => {
    const { warnings, usage } = read([
      { choices: null, usage: { prompt_tokens: 1, completion_tokens: 2 } },
      { choices: [], prompt_filter_results: [] },
      { choices: ['odd'] },
    ])
    expect(warnings).toEqual([])
    expect(usage).toMatchObject({ input_tokens: 1, output_tokens: 2 })
  })
})

describe('the end', () => {
  const context = answerContext()

  test('what follows [DONE] is no part of the answer', () => {
    const machine = createMachine(context)
    machine.push({ data: JSON.stringify(chunk({ content: 'a' })) })
    machine.push({ data: '[DONE]' })
    expect(machine.push({ data: JSON.stringify(chunk({ content: 'late' })) })).toEqual([])
    expect(machine.push({ data: 'not even JSON' })).toEqual([])
    expect(machine.end('complete').answer.final_content).toEqual([{ type: 'text', text: 'a' }])
  })

  test('a stream is over at [DONE], or once a finish reason was said', () => {
    const machine = createMachine(context)
    expect(machine.push({ data: '' })).toEqual([])
    expect(machine.finished).toBe(false)
    machine.push({ data: ' [DONE] ' })
    expect(machine.finished).toBe(true)
    expect(read([chunk({}, { finish_reason: 'stop' })]).finished).toBe(true)
    expect(read([chunk({ content: 'a' }, { finish_reason: '' })]).finished).toBe(false)
  })

  test('a cancel in the middle of a call closes it and keeps what came', () => {
    const machine = createMachine(answerContext())
    machine.push({ data: JSON.stringify(call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"a' } })) })
    const { events, answer } = machine.end('cancelled')
    expect(events).toEqual([
      { type: 'tool.use_end', content_block_index: 0, tool_use_id: 'tu_1', final_input: {}, raw_input: '{"a' },
    ])
    expect(answer).toMatchObject({ stop_reason: 'cancelled', usage: null })
  })

  test('a stop sequence that is named beside the finish reason is the reason, an ordinary word is not', () => {
    expect(read([chunk({}, { finish_reason: 'stop', stop_reason: 'END' })]).stop_reason).toBe('stop_sequence')
    expect(read([chunk({}, { finish_reason: 'stop', stop_reason: 'eos' })]).stop_reason).toBe('end_turn')
    expect(read([chunk({}, { finish_reason: 'stop', stop_reason: 128009 })]).stop_reason).toBe('end_turn')
    expect(read([chunk({}, { finish_reason: 'length', stop_reason: 'END' })]).stop_reason).toBe('max_tokens')
  })

  test('wire-rules 66 and 230: usage comes in a chunk without choices, beside one, in the choice, or from Groq; the last one counts', () => {
    const counts = (n: number) => ({ prompt_tokens: n, completion_tokens: 1 })
    expect(read([{ choices: [], usage: counts(1) }]).usage?.input_tokens).toBe(1)
    expect(read([{ ...chunk({}), usage: counts(2) }]).usage?.input_tokens).toBe(2)
    expect(read([chunk({}, { usage: counts(3) })]).usage?.input_tokens).toBe(3)
    expect(read([{ ...chunk({}), x_groq: { usage: counts(4) } }]).usage?.input_tokens).toBe(4)
    expect(
      read([
        { choices: [], usage: counts(5) },
        { choices: [], usage: counts(6) },
      ]).usage?.input_tokens,
    ).toBe(6)
    expect(
      read([
        { choices: [], usage: counts(7) },
        { choices: [], usage: {} },
      ]).usage?.input_tokens,
    ).toBe(7)
    expect(read([chunk({}, { finish_reason: 'stop' })]).usage).toBeNull()
  })
})

describe('errors inside an answer', () => {
  const failureOf = (event: string | undefined, data: string) => {
    const machine = createMachine(answerContext())
    try {
      machine.push({ event, data })
    } catch (error) {
      return error instanceof WireError ? error.failure : error
    }
    return null
  }

  test.each([
    ['{"error":{"message":"Bad"}}', { error: { message: 'Bad' } }],
    ['{"error":"Bad"}', { error: 'Bad' }],
    ['{"object":"error","message":"Bad"}', { object: 'error', message: 'Bad' }],
    ['{"detail":"Bad"}', { detail: 'Bad' }],
    ['{"detail":[{"msg":"Bad"}]}', { detail: [{ msg: 'Bad' }] }],
    ['{"message":"Bad"}', { message: 'Bad' }],
    ['{"choices":[],"x_groq":{"error":"over_capacity"}}', { error: 'over_capacity' }],
    ['{"choices":[{"error":{"code":502,"message":"Bad"}}]}', { error: { code: 502, message: 'Bad' } }],
  ])('%s is one', (data, body) => {
    expect(failureOf(undefined, data)).toMatchObject({ status: null, body })
  })

  test('an event named error is one, whatever its shape', () => {
    expect(failureOf('error', '{"code":7}')).toMatchObject({ body: { error: { code: 7 } } })
    expect(failureOf('error', '{"error":{"code":7}}')).toMatchObject({ body: { error: { code: 7 } } })
    expect(failureOf('error', '"Bad"')).toMatchObject({ body: { error: 'Bad' } })
  })

  test.each(['insufficient_system_resource', 'abort', 'error'])(
    'the finish reason %s, which says no more, is one',
    (word) => {
      const data = JSON.stringify({ choices: [{ delta: {}, finish_reason: word }] })
      expect(failureOf(undefined, data)).toMatchObject({ body: { error: { type: 'server_error' } } })
    },
  )

  test('a line that is not JSON is one, with its text', () => {
    expect(failureOf(undefined, '<html>')).toEqual({ status: null, body: null, text: '<html>' })
  })

  test('an empty error beside an answer is none', () => {
    for (const error of [null, '', {}, false]) {
      expect(failureOf(undefined, JSON.stringify({ ...chunk({ content: 'a' }), error }))).toBeNull()
    }
  })

  test('what came before the error is in the answer', () => {
    const machine = createMachine(answerContext())
    const last = { choices: [{ delta: { content: 'b' }, error: 'Bad' }] }
    machine.push({ data: JSON.stringify(chunk({ content: 'a' })) })
    expect(() => machine.push({ data: JSON.stringify(last) })).toThrow(WireError)
    const { events, answer } = machine.end('error')
    expect(events).toEqual([{ type: 'text.delta', content_block_index: 0, text: 'b' }])
    expect(answer).toMatchObject({ stop_reason: 'error', final_content: [{ type: 'text', text: 'ab' }] })
  })
})

describe('a whole answer', () => {
  const body = (message: JsonObject, choice: JsonObject = {}): JsonObject => ({
    model: 'm-1',
    choices: [{ index: 0, message, finish_reason: 'stop', ...choice }],
  })

  test.each([[null], [''], [[]]])('content %j is no block', (content) => {
    expect(fromWire(body({ content }), answerContext()).final_content).toEqual([])
  })

  test('a stop sequence as the first token leaves an empty answer that is whole', () => {
    expect(fromWire(body({ role: 'assistant', content: '' }), answerContext())).toMatchObject({
      stop_reason: 'end_turn',
      final_content: [],
    })
  })

  test('thinking, text and calls stand in this order', () => {
    const message = {
      tool_calls: [{ id: 'a', function: { name: 'one', arguments: '{}' } }],
      content: 'Text',
      reasoning_content: 'Hm',
    }
    const { final_content } = fromWire(body(message), answerContext(), OPENAI_DIALECT)
    expect(final_content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use'])
  })

  test.each([{}, { choices: [] }, { choices: null }, { choices: 'x' }])('a 200 with %j is none', (wire) => {
    expect(() => fromWire(wire, answerContext())).toThrow(WireError)
  })

  test('a 200 with an error is that error', () => {
    expect(() => fromWire({ error: { code: 402, message: 'Pay' } }, answerContext())).toThrow(WireError)
  })
})
