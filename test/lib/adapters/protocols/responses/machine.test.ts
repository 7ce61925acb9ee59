import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StreamMachine } from '#lib/adapters/protocol.ts'
import { WireError } from '#lib/adapters/protocol.ts'
import { fromWire } from '#lib/adapters/protocols/responses/from-wire.ts'
import { createMachine } from '#lib/adapters/protocols/responses/machine.ts'
import { responses } from '#lib/adapters/protocols/responses/protocol.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

const push = (machine: StreamMachine, ...events: JsonObject[]) =>
  events.flatMap((event) => machine.push({ data: JSON.stringify(event) }))

function play(...events: JsonObject[]) {
  const context = answerContext()
  const machine = createMachine(context)
  const pushed = push(machine, ...events)
  const { events: last, answer } = machine.end('complete')
  return { machine, answer, events: [...pushed, ...last], warnings: context.warnings }
}

const added = (item: JsonObject, output_index?: number): JsonObject => ({
  type: 'response.output_item.added',
  item,
  ...(output_index === undefined ? {} : { output_index }),
})
const done = (item: JsonObject, output_index?: number): JsonObject => ({
  ...added(item, output_index),
  type: 'response.output_item.done',
})
const text = (delta: string, more: JsonObject = {}): JsonObject => ({
  type: 'response.output_text.delta',
  delta,
  ...more,
})
const input = (delta: string, more: JsonObject = {}): JsonObject => ({
  type: 'response.function_call_arguments.delta',
  delta,
  ...more,
})
const MESSAGE = { type: 'message', id: 'msg_1', role: 'assistant', content: [] }
const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '' }
const COMPLETED = { type: 'response.completed', response: { status: 'completed', output: [] } }

describe('wire-rule 120: parts that are counted in more than one way', () => {
  const part = (words: string) => ({ type: 'output_text', text: words, annotations: [] })
  const partDone = (content_index: number, words: string): JsonObject => ({
    type: 'response.content_part.done',
    output_index: 0,
    content_index,
    part: part(words),
  })
  const textDone = (content_index: number, words: string): JsonObject => ({
    type: 'response.output_text.done',
    output_index: 0,
    content_index,
    text: words,
  })
  const at = (content_index: number) => ({ output_index: 0, content_index })
  const said = (...events: JsonObject[]) =>
    play(added(MESSAGE, 0), ...events, COMPLETED).answer.final_content.map((block) => 'text' in block && block.text)
  const ends = (...words: string[]) => done({ ...MESSAGE, content: words.map(part) }, 0)

  test.each<[string, JsonObject[], string[]]>([
    [
      'streamed as the second, ended as the first',
      [text('A', at(1)), textDone(1, 'A'), partDone(1, 'A'), ends('A')],
      ['A'],
    ],
    ['opened as the first, streamed as the second', [partDone(0, ''), text('A', at(1)), ends('A')], ['A']],
    [
      'without a number in its pieces',
      [text('A', { output_index: 0 }), textDone(1, 'A'), partDone(1, 'A'), ends('A')],
      ['A'],
    ],
    ['counted from one', [text('A', at(1)), text('B', at(2)), ends('A', 'B')], ['A', 'B']],
    ['after an empty one', [text('A', at(0)), ends('', 'A')], ['A']],
    ['cut short in the stream', [text('A', at(1)), text('B', at(2)), ends('Amen', 'Bye')], ['Amen', 'Bye']],
    ['twice the same words', [textDone(0, 'A'), textDone(1, 'A'), ends('A', 'A')], ['A', 'A']],
    ['twice the same words, one of them streamed', [text('A', at(0)), ends('A', 'A')], ['A', 'A']],
    [
      'the words of the one begin those of the other',
      [text('A', at(0)), text('AB', at(1)), ends('A', 'AB')],
      ['A', 'AB'],
    ],
  ])('wire-rule 120: text %s', (_how, events, expected) => {
    expect(said(...events)).toEqual(expected)
  })

  test('wire-rule 120: reasoning and summaries as well', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], content: [] }
    const { answer } = play(
      added(reasoning, 0),
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'In short' },
      { type: 'response.reasoning_text.delta', output_index: 0, content_index: 3, delta: 'At length' },
      done(
        {
          ...reasoning,
          summary: [{ type: 'summary_text', text: 'In short' }],
          content: [{ type: 'reasoning_text', text: 'At length' }],
          encrypted_content: 'x',
        },
        0,
      ),
      COMPLETED,
    )
    expect(answer.final_content).toEqual([
      { type: 'thinking', text: 'In short' },
      { type: 'thinking', text: 'At length' },
    ])
    expect(answer.provider_raw?.blocks).toMatchObject([
      { block: { summary: [{ said_by: 0 }], content: [{ said_by: 1 }] }, thinking: true },
    ])
  })
})

describe('wire-rule 125: a custom tool that xAI ran itself', () => {
  const search = (fields: JsonObject): JsonObject => ({
    type: 'custom_tool_call',
    id: 'ctc_1',
    call_id: 'call_1',
    name: 'mine',
    input: '{"query":"x"}',
    status: 'completed',
    ...fields,
  })
  const pieces = (item: JsonObject) => [
    added({ ...item, input: '', status: 'in_progress' }, 0),
    { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: '{"query":"x"}' },
    { type: 'response.custom_tool_call_input.done', output_index: 0, input: '{"query":"x"}' },
    done(item, 0),
  ]

  test.each<[string, JsonObject]>([
    ['by its name', { name: 'x_search' }],
    ['by the name of a step', { name: 'x_keyword_search' }],
    ['by the name of another', { name: 'x_thread_fetch' }],
    ['by the id of the call', { name: 'whatever', call_id: 'xs_call_17' }],
  ])('wire-rule 125: is no call of ours, and goes back as it came: %s', (_how, fields) => {
    const item = search(fields)
    const { answer, warnings } = play(...pieces(item), added(MESSAGE, 1), text('So', { output_index: 1 }), COMPLETED)
    const ran = {
      type: 'hosted_tool',
      tool: 'other',
      name: item.name,
      input: { query: 'x' },
      status: 'completed',
      result: {},
    }
    expect(answer.final_content).toEqual([ran, { type: 'text', text: 'So' }])
    expect(answer.stop_reason).toBe('end_turn')
    expect(answer.provider_raw?.blocks).toEqual([{ index: 0, block: item }])
    expect(warnings).toEqual([])
    const whole = fromWire({ status: 'completed', output: [item] }, answerContext())
    expect(whole).toMatchObject({
      final_content: [ran],
      stop_reason: 'end_turn',
      provider_raw: { blocks: [{ block: item }] },
    })
  })

  test('any other is ours to run', () => {
    const { answer } = play(...pieces(search({})), COMPLETED)
    expect(answer).toMatchObject({ stop_reason: 'tool_use', final_content: [{ type: 'tool_use', name: 'mine' }] })
  })
})

const SEARCHING = { type: 'hosted_tool', tool: 'web_search', name: 'web_search', input: {} }

describe('items of a stream', () => {
  test('wire-rule 76: the encrypted content is that of the end of the item', () => {
    const half = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'half' }
    const whole = { ...half, encrypted_content: 'whole' }
    const other = { type: 'response.completed', response: { output: [{ ...half, encrypted_content: 'other' }] } }
    expect(play(added(half, 0), done(whole, 0), other).answer.provider_raw?.blocks).toEqual([
      { index: 0, block: whole },
    ])
    expect(play(added(half, 0)).answer.provider_raw).not.toHaveProperty('blocks')
    expect(play(added(half, 0), other).answer.provider_raw?.blocks).toMatchObject([
      { block: { encrypted_content: 'other' } },
    ])
  })

  test('wire-rule 63: pieces of two calls at once go to the call of their place', () => {
    const { answer, events } = play(
      added(CALL, 0),
      added({ ...CALL, id: 'fc_2', call_id: 'call_2', name: 'sub' }, 1),
      input('{"a"', { output_index: 0 }),
      input('{"b":2}', { output_index: 1 }),
      input(':1}', { output_index: 0 }),
      COMPLETED,
    )
    expect(answer.final_content).toEqual([
      { type: 'tool_use', id: 'tu_1', name: 'add', input: { a: 1 } },
      { type: 'tool_use', id: 'tu_2', name: 'sub', input: { b: 2 } },
    ])
    expect(events.map(({ type }) => type)).toEqual([
      'tool.use_start',
      'tool.use_end',
      'tool.use_start',
      'tool.use_input_delta',
      'tool.use_end',
    ])
  })

  test('a call is named by its call_id in the pieces of llama.cpp, and starts when its name is known', () => {
    const nameless = { type: 'function_call', call_id: 'call_1' }
    const { answer } = play(
      added(nameless),
      input('{"a":', { item_id: 'call_1' }),
      input('1}', { item_id: 'call_1' }),
      done({ ...nameless, name: 'add', arguments: '{"a":1}' }),
    )
    expect(answer.final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'add', input: { a: 1 } }])
    expect([...answer.provider_ids.values()]).toEqual(['call_1'])
  })

  test('a call that never gets a name is kept, if it has input', () => {
    const { answer } = play(added({ type: 'function_call', call_id: 'call_1' }), input('{}', { item_id: 'call_1' }))
    expect(answer.final_content).toEqual([{ type: 'tool_use', id: 'tu_1', name: '', input: {} }])
    expect(play(added({ type: 'function_call' })).answer.final_content).toEqual([])
  })

  test('a call whose arguments come with its start alone has them all the same', () => {
    const { answer } = play(added({ ...CALL, arguments: '{"a":1}' }, 0), COMPLETED)
    expect(answer.final_content).toMatchObject([{ input: { a: 1 } }])
  })

  test.each([
    [
      'at the end of its arguments',
      [{ ...input(''), type: 'response.function_call_arguments.done', arguments: '{"a":1}' }],
    ],
    ['at the end of its item', [done({ ...CALL, arguments: '{"a":1}' })]],
    [
      'at the end of the answer',
      [{ type: 'response.completed', response: { output: [{ ...CALL, arguments: '{"a":1}' }] } }],
    ],
  ])('a call of which pieces were left out is whole when it is said whole %s', (_when, end) => {
    const { answer, events } = play(added(CALL), input('{"a"'), ...end, COMPLETED)
    expect(answer.final_content).toMatchObject([{ type: 'tool_use', input: { a: 1 } }])
    expect(answer.final_content[0]).not.toHaveProperty('raw_input')
    const deltas = events.flatMap((event) => (event.type === 'tool.use_input_delta' ? [event.partial_json] : []))
    expect(deltas).toEqual(['{"a"', ':1}'])
    expect(events.at(-1)).toMatchObject({ type: 'tool.use_end', final_input: { a: 1 } })
  })

  test('text and thinking of which pieces were left out are whole when they are said whole', () => {
    const summary = { type: 'response.reasoning_summary_text.delta', summary_index: 0, delta: 'Let' }
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Let me see' }] }
    const { answer, events } = play(
      added({ ...reasoning, summary: [] }, 0),
      { ...summary, output_index: 0 },
      done(reasoning, 0),
      added(MESSAGE, 1),
      text('Hel', { output_index: 1 }),
      { ...text('', { output_index: 1 }), type: 'response.output_text.done', text: 'Hello' },
      done({ ...MESSAGE, content: [{ type: 'output_text', text: 'Hello world' }] }, 1),
      COMPLETED,
    )
    expect(answer.final_content).toEqual([
      { type: 'thinking', text: 'Let me see' },
      { type: 'text', text: 'Hello world' },
    ])
    expect(events.map((event) => 'text' in event && event.text)).toEqual(['Let', ' me see', 'Hel', 'lo', ' world'])
  })

  test('what was shown is not taken back where the whole says something else', () => {
    const { answer } = play(
      added(MESSAGE),
      text('Hello '),
      done({ ...MESSAGE, content: [{ type: 'output_text', text: 'Hi' }] }),
    )
    expect(answer.final_content).toEqual([{ type: 'text', text: 'Hello ' }])
  })

  test('a call without ids gets one of ours', () => {
    const { answer } = play(done({ type: 'function_call', name: 'add', arguments: '{}' }), COMPLETED)
    expect([...answer.provider_ids]).toEqual([['tu_1', null]])
  })

  test('text without its item is a message; input without its call cannot be placed', () => {
    const { answer, warnings } = play(text('Hi'), text(' there', { item_id: 'msg_9' }), input('{}'), COMPLETED)
    expect(answer.final_content).toEqual([{ type: 'text', text: 'Hi there' }])
    expect(warnings).toEqual(['piece of an unknown item {"kind":"input"}'])
  })

  test('a piece that its item cannot hold is passed over', () => {
    const { answer, warnings } = play(
      added(CALL, 0),
      text('no', { output_index: 0 }),
      added({ type: 'web_search_call', id: 'ws_1' }, 1),
      text('no', { output_index: 1 }),
      { type: 'response.content_part.added', output_index: 1, part: { type: 'output_text', text: 'no' } },
      { type: 'response.output_text.annotation.added', output_index: 1, annotation: {} },
      added({ type: 'reasoning', id: 'rs_1' }, 2),
      input('no', { output_index: 2 }),
      { type: 'response.content_part.added', output_index: 2, part: { type: 'reasoning_text', text: '' } },
      { type: 'response.output_text.annotation.added', output_index: 2, annotation: {} },
      { type: 'response.content_part.added', output_index: 0, part: { type: 'output_text', text: 'no' } },
      { type: 'response.output_text.annotation.added', output_index: 0, annotation: {} },
      added(MESSAGE, 3),
      { ...text('no', { output_index: 3 }), type: 'response.reasoning_text.delta' },
    )
    expect(answer.final_content).toEqual([
      { type: 'tool_use', id: 'tu_1', name: 'add', input: {} },
      { ...SEARCHING, status: 'running' },
    ])
    expect(warnings).toHaveLength(4)
  })

  test('reasoning in plain text is thinking, and a refusal is text', () => {
    const { answer } = play(
      added({ type: 'reasoning', id: 'rs_1', summary: [] }, 0),
      { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'hm' },
      { type: 'response.refusal.delta', output_index: 1, content_index: 0, delta: 'No.' },
      COMPLETED,
    )
    expect(answer.final_content).toEqual([
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'No.' },
    ])
    expect(answer.stop_reason).toBe('refusal')
  })

  test('citations of a message that never ends are kept', () => {
    const annotation = { type: 'url_citation', url: 'https://example.test/' }
    const cited = { type: 'response.output_text.annotation.added', output_index: 0, content_index: 0, annotation }
    const { answer } = play(added(MESSAGE, 0), text('Hi', { output_index: 0 }), cited, cited, COMPLETED)
    expect(answer.provider_raw?.fields).toMatchObject([{ part: { annotations: [annotation, annotation] } }])
  })

  test('an item said twice under one place is one item, and another after its end is another', () => {
    const again = play(added(MESSAGE, 0), added(MESSAGE, 0), text('Hi', { output_index: 0 }), COMPLETED)
    expect(again.answer.final_content).toEqual([{ type: 'text', text: 'Hi' }])
    const second = { ...MESSAGE, id: 'msg_2' }
    const { answer } = play(
      added(MESSAGE, 0),
      text('a', { output_index: 0 }),
      done({ ...MESSAGE, content: [] }, 0),
      added(second, 0),
      text('b', { output_index: 0 }),
      COMPLETED,
    )
    expect(answer.final_content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
  })

  test('one call of 16,000 pieces takes no more than its share of time', () => {
    const machine = createMachine(answerContext())
    push(machine, added(CALL, 0))
    const pieces = ['{"text":"', ...Array.from({ length: 16_000 }, () => 'x'.repeat(8)), '"}']
    for (const piece of pieces) push(machine, input(piece, { output_index: 0 }))
    const { answer } = machine.end('complete')
    expect(answer.final_content).toMatchObject([{ input: { text: 'x'.repeat(128_000) } }])
  })
})

describe('the end of a stream', () => {
  test('nothing after it counts', () => {
    const { answer, machine } = play(added(MESSAGE, 0), text('Hi', { output_index: 0 }), COMPLETED, text('!'))
    expect(answer.final_content).toEqual([{ type: 'text', text: 'Hi' }])
    expect(machine.finished).toBe(true)
  })

  test('may have the response at its top, under a name that says no status', () => {
    const output = [{ ...MESSAGE, content: [{ type: 'output_text', text: 'Hi' }] }]
    const { answer, machine } = play({ type: 'response.done', output, usage: { input_tokens: 1, output_tokens: 2 } })
    expect([answer.final_content, answer.stop_reason, machine.finished]).toEqual([
      [{ type: 'text', text: 'Hi' }],
      'end_turn',
      true,
    ])
    expect(answer.usage).toMatchObject({ input_tokens: 1, output_tokens: 2 })
  })

  test.each([
    ['max_output_tokens', 'max_tokens'],
    ['content_filter', 'refusal'],
  ])('incomplete for %s is %s, even with a call', (reason, stop_reason) => {
    const incomplete_details = { reason }
    const { answer } = play(added(CALL, 0), {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details, output: [] },
    })
    expect(answer.stop_reason).toBe(stop_reason)
  })

  test('an interrupted answer has the word it is ended with, and no figures', () => {
    const machine = createMachine(answerContext())
    push(machine, added(MESSAGE, 0), text('Hi', { output_index: 0 }))
    expect(machine.finished).toBe(false)
    expect(machine.end('cancelled').answer).toMatchObject({
      stop_reason: 'cancelled',
      usage: null,
      final_content: [{ type: 'text', text: 'Hi' }],
      model: 'test:asked',
    })
  })
})

describe('what is odd', () => {
  test('blank data and values that are no objects are passed over', () => {
    const context = answerContext()
    const machine = createMachine(context)
    for (const data of ['', ' ', '7', 'null', '[]']) expect(machine.push({ data })).toEqual([])
    expect(machine.push({ event: 'keepalive', data: '{}' })).toEqual([])
    expect(machine.finished).toBe(false)
    expect(context.warnings).toEqual(Array(3).fill('unknown stream event {"event_type":null}'))
  })

  test('an event without a type has that of its SSE name', () => {
    const machine = createMachine(answerContext())
    expect(machine.push({ event: 'response.output_text.delta', data: '{"delta":"Hi"}' })).toHaveLength(1)
  })

  test.each([
    ['not JSON', undefined, '{"type":'],
    ['an error event that is no object', 'error', '"overloaded"'],
    ['an error event without words', 'error', '{}'],
    ['an error in the shape of Chat Completions', undefined, '{"error":{"code":500,"message":"full"}}'],
    ['an error under a longer name', undefined, '{"type":"response.error","message":"full"}'],
    ['an error as text', undefined, '{"error":"full"}'],
    ["a gateway's own", undefined, '{"detail":"Not Found"}'],
  ])('%s is an error', (_case, event, data) => {
    expect(() => createMachine(answerContext()).push({ event, data })).toThrow(WireError)
  })

  test('fields of a wrong kind do no harm', () => {
    const { answer } = play(
      { type: 'response.created', response: null },
      { type: 'response.output_item.added', item: { no: 'type' } },
      { type: 'response.output_item.done', item: 7 },
      { type: 'response.content_part.done', part: null },
      { type: 'response.output_text.annotation.added', annotation: 'x' },
      { type: 'response.output_text.delta', content_index: 'x', delta: 7 },
      { type: 'response.completed', response: { status: 7, output: 'x', usage: 'many', model: 3 } },
    )
    expect(answer).toMatchObject({ final_content: [], usage: null, stop_reason: 'end_turn', model: 'test:asked' })
  })
})

describe('a whole answer', () => {
  const body = (fields: JsonObject) => ({ object: 'response', model: 'm', status: 'completed', output: [], ...fields })

  test.each([
    ['failed', body({ status: 'failed', error: { code: 'server_error', message: 'no' } })],
    ['failed without words', body({ status: 'failed' })],
    ['cancelled', body({ status: 'cancelled' })],
    ['still running', body({ status: 'in_progress' })],
    ['without output', { object: 'response', status: 'completed' }],
    ['something else', { hello: 'world' }],
  ])('that is %s is an error', (_case, whole) => {
    expect(() => fromWire(whole, answerContext())).toThrow(WireError)
  })

  test('that failed is judged by its error alone', () => {
    const instructions = 'Never speak of the maximum context length.'
    try {
      fromWire(body({ instructions, error: { code: 'server_error', message: 'no' } }), answerContext())
      expect.unreachable()
    } catch (error) {
      expect((error as WireError).failure.text).not.toContain(instructions)
    }
  })

  test('wire-rule 112: its counters are disjoint and never below zero', () => {
    const usage = (fields: JsonObject) => fromWire(body({ usage: fields }), answerContext()).usage
    expect(
      usage({
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 50 },
      }),
    ).toEqual({
      input_tokens: 10,
      output_tokens: 20,
      cached_input_tokens: 60,
      cache_creation_input_tokens: 30,
      reasoning_tokens: 20,
    })
    expect(usage({ input_tokens: 10, input_tokens_details: { cached_tokens: 99, cache_write_tokens: 9 } })).toEqual({
      input_tokens: 0,
      output_tokens: 0,
      cached_input_tokens: 10,
      cache_creation_input_tokens: 0,
    })
    expect(usage({ output_tokens: 3, output_tokens_details: null })).toMatchObject({
      input_tokens: 0,
      output_tokens: 3,
    })
    expect(usage({ total_tokens: 3 })).toBeNull()
    expect(usage({ input_tokens: -1, output_tokens: 'x' })).toBeNull()
  })

  test('wire-rule 112: counters that contradict each other are said to', () => {
    const warned = (fields: JsonObject) => {
      const context = answerContext()
      fromWire(body({ usage: { input_tokens: 10, output_tokens: 5, ...fields } }), context)
      return context.warnings
    }
    const words = 'the token counts of the host contradict each other'
    expect(warned({ input_tokens_details: { cached_tokens: 6, cache_write_tokens: 4 } })).toEqual([])
    expect(warned({ output_tokens_details: { reasoning_tokens: 5 } })).toEqual([])
    expect(warned({ input_tokens_details: { cached_tokens: 500 } })).toEqual([`${words} {"counter":"cached"}`])
    expect(warned({ output_tokens_details: { reasoning_tokens: 6 } })).toEqual([`${words} {"counter":"reasoning"}`])
  })

  test("keeps the host's own figures beside ours", () => {
    const { provider_raw } = fromWire(body({ usage: { input_tokens: 1, cost: 0.5 } }), answerContext())
    expect(provider_raw).toMatchObject({ usage: { cost: 0.5 } })
  })
})

test('requests carry the key, and organisation and project where they are set', () => {
  expect(responses.headers({ api_key: 'k', options: { organization: 'o', project: 'p' } })).toEqual({
    authorization: 'Bearer k',
    'openai-organization': 'o',
    'openai-project': 'p',
  })
  expect(responses.headers({ api_key: null, options: {} })).toEqual({})
})

describe('a piece that goes on where the one before it did', () => {
  const place = fc.record(
    {
      output_index: fc.constantFrom(0, 1),
      item_id: fc.constantFrom('msg_1', 'fc_1', 'unknown'),
      content_index: fc.constantFrom(0, 1),
      summary_index: fc.constantFrom(0, 1),
    },
    { requiredKeys: [] },
  )
  const words = fc.oneof(fc.constantFrom('a', 'b', ''), fc.constant(7))
  const names = ['output_text', 'refusal', 'reasoning_summary_text', 'reasoning_text', 'function_call_arguments']
  const piece = fc.record({ name: fc.constantFrom(...names), place, words }).map(({ name, place, words }) => {
    return { ...place, type: `response.${name}.delta`, delta: words } as JsonObject
  })
  const other = fc.oneof(
    fc.constantFrom(added(MESSAGE, 0), added(CALL, 1), added(MESSAGE), added(CALL), done(MESSAGE, 0), done(CALL, 1)),
  )
  const whole = (type: string, field: string) =>
    wholes.map(([at, texts]) => texts.map((text) => ({ ...at, type, [field]: text }) as JsonObject))
  // Mostly runs of pieces of one place, as hosts send them.
  const change = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, place)
  const run = fc.tuple(piece, fc.array(fc.tuple(words, change), { maxLength: 4 })).map(([first, rest]) => {
    return [first, ...rest.map(([delta, changed]) => ({ ...first, ...changed, delta }) as JsonObject)]
  })
  const wholes = fc.tuple(place, fc.array(fc.constantFrom('a', 'ab', 'aba'), { minLength: 1, maxLength: 2 }))
  const stream = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: run },
      other.map((event) => [event]),
      whole('response.output_text.done', 'text'),
      whole('response.function_call_arguments.done', 'arguments'),
    ),
    { maxLength: 12 },
  )
  /** Some hosts name an event in its own line alone. */
  const inLine = fc.infiniteStream(fc.boolean())

  test('is read as it would be by itself', () => {
    fc.assert(
      fc.property(stream, inLine, (runs, lines) => {
        const events = runs.flat().map((event) => {
          const { type, ...rest } = event
          const isInLine = lines.next().value
          return { event: String(type), data: JSON.stringify(isInLine ? rest : event) }
        })
        const read = (between: string[]) => {
          const context = answerContext()
          const machine = createMachine(context)
          const all = events.flatMap((event) => [event, ...between.map((data) => ({ data }))])
          const told = all.flatMap((event) => machine.push(event))
          return { told, ...machine.end('complete'), warnings: context.warnings }
        }
        expect(read([])).toEqual(read(['{"type":"keepalive"}']))
      }),
      { numRuns: 1_500 },
    )
  })
})
