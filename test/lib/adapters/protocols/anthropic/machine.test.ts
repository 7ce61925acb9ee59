import { describe, expect, test } from 'vitest'
import { WireError } from '#lib/adapters/protocol.ts'
import { createMachine } from '#lib/adapters/protocols/anthropic/machine.ts'
import { eventOrderChecker } from '#lib/canonical/event-order.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { answerContext } from '#test/support/cassette.ts'

/** A machine that is fed objects, and checks the order of what comes out. */
function machine() {
  const context = answerContext({ provider: 'anthropic', model: 'anthropic:asked' })
  const inner = createMachine(context)
  const check = eventOrderChecker()
  check({ type: 'message.start', model: 'anthropic:asked' })
  const checked = (events: StreamEvent[]) => {
    events.forEach(check)
    return events
  }
  return {
    warnings: context.warnings,
    push: (event: object) => checked(inner.push({ data: JSON.stringify(event) })),
    raw: (data: string, event?: string) => checked(inner.push({ data, event })),
    get finished() {
      return inner.finished
    },
    end: (reason: 'complete' | 'cancelled' | 'error' = 'complete') => {
      const { events, answer } = inner.end(reason)
      return { events: checked(events), answer }
    },
  }
}

function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return null
}

const start = (index: number, block: object) => ({ type: 'content_block_start', index, content_block: block })
const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const say = (index: number, text: string) => delta(index, { type: 'text_delta', text })
const args = (index: number, partial_json: string) => delta(index, { type: 'input_json_delta', partial_json })
const messageDelta = (stop_reason: string | null, usage?: object) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
})

describe('blocks', () => {
  test('the fragments of a call go on as they came, and its input is what they say together', () => {
    const stream = machine()
    expect(stream.push(start(0, { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} }))).toEqual([
      { type: 'tool.use_start', content_block_index: 0, tool_use_id: 'tu_1', tool_name: 'add', provider_id: 'toolu_1' },
    ])
    expect(stream.push(args(0, ''))).toEqual([])
    const pieces = ['{"a": "\\', 'u00', 'e9", "b"', ': [1, {"c": null}]}']
    for (const piece of pieces) {
      expect(stream.push(args(0, piece))).toEqual([
        { type: 'tool.use_input_delta', content_block_index: 0, tool_use_id: 'tu_1', partial_json: piece },
      ])
    }
    expect(stream.push(stop(0))).toEqual([
      {
        type: 'tool.use_end',
        content_block_index: 0,
        tool_use_id: 'tu_1',
        final_input: { a: 'é', b: [1, { c: null }] },
      },
    ])
  })

  test('wire-rule 50: a call without arguments may stream an empty string, or nothing', () => {
    const stream = machine()
    stream.push(start(0, { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} }))
    stream.push(args(0, ''))
    stream.push(stop(0))
    stream.push(start(1, { type: 'tool_use', id: 'toolu_2', name: 'now' }))
    expect(stream.end().answer.final_content).toEqual([
      { type: 'tool_use', id: 'tu_1', name: 'now', input: {} },
      { type: 'tool_use', id: 'tu_2', name: 'now', input: {} },
    ])
  })

  test('input that comes whole with the start counts only where no fragment follows', () => {
    const stream = machine()
    stream.push(start(0, { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } }))
    expect(stream.push(args(0, ''))).toEqual([])
    stream.push(args(0, '{"a": 2}'))
    stream.push(stop(0))
    stream.push(start(1, { type: 'tool_use', id: 'toolu_2', name: 'add', input: '{"a": 3}' }))
    stream.push(start(2, { type: 'tool_use', id: 'toolu_3', name: 'add', input: [4] }))
    const inputs = stream.end().answer.final_content.map((block) => block.type === 'tool_use' && block.input)
    expect(inputs).toEqual([{ a: 2 }, { a: 3 }, {}])
  })

  test('blocks that overlap keep the rules of order, and nothing of them is lost', () => {
    const stream = machine()
    stream.push(start(0, { type: 'text', text: '' }))
    stream.push(say(0, 'a'))
    stream.push(start(1, { type: 'tool_use', id: 'one', name: 'add' }))
    stream.push(start(2, { type: 'tool_use', id: 'two', name: 'add' }))
    stream.push(args(2, '{"n": 2}'))
    expect(stream.push(args(1, '{"n": 1}'))).toEqual([])
    expect(stream.push(say(0, 'b'))).toEqual([])
    for (const index of [0, 1, 2]) stream.push(stop(index))
    expect(stream.end().answer.final_content).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'tool_use', id: 'tu_1', name: 'add', input: { n: 1 } },
      { type: 'tool_use', id: 'tu_2', name: 'add', input: { n: 2 } },
    ])
  })

  test('an index that is used again is another block', () => {
    const stream = machine()
    for (const text of ['one', 'two']) {
      stream.push(start(0, { type: 'text', text: '' }))
      stream.push(say(0, text))
      stream.push(stop(0))
    }
    expect(stream.end().answer.final_content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ])
  })

  test('a host may leave out the index, or the start of a text', () => {
    const stream = machine()
    stream.push({ type: 'content_block_start', content_block: { type: 'text', text: '' } })
    stream.push({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'no index' } })
    stream.push({ type: 'content_block_stop' })
    stream.push(say(7, 'no start'))
    stream.push(delta(8, { type: 'thinking_delta', thinking: 'hm' }))
    stream.push(start(9, { type: 'text', text: '' }))
    stream.push({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'the last one' } })
    expect(stream.end().answer.final_content).toEqual([
      { type: 'text', text: 'no index' },
      { type: 'text', text: 'no start' },
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'the last one' },
    ])
  })

  test('a piece of a call that never began, and a block that is none, are passed over with a warning', () => {
    const stream = machine()
    stream.push(args(3, '{}'))
    stream.push(start(4, { text: 'no type' }))
    stream.push(say(4, 'lost'))
    stream.push({ type: 'content_block_delta', index: 4 })
    expect(stream.warnings).toEqual([
      'piece of an unknown content block {"delta_type":"input_json_delta"}',
      'content block without a type {}',
    ])
    expect(stream.end().answer.final_content).toEqual([])
  })

  test('wire-rule 42: redacted thinking is kept, in its place', () => {
    const stream = machine()
    stream.push(start(0, { type: 'redacted_thinking', data: 'cmVk' }))
    stream.push(stop(0))
    expect(stream.push(start(1, { type: 'text', text: 'Hi' }))).toEqual([
      { type: 'text.delta', content_block_index: 1, text: 'Hi' },
    ])
    expect(stream.end().answer.final_content).toEqual([
      { type: 'redacted_thinking', data: 'cmVk' },
      { type: 'text', text: 'Hi' },
    ])
  })

  test('a signature in several pieces is one, and comes with the last delta of its block', () => {
    const stream = machine()
    stream.push(start(0, { type: 'thinking', thinking: '', signature: '' }))
    stream.push(delta(0, { type: 'thinking_delta', thinking: 'hm' }))
    stream.push(delta(0, { type: 'signature_delta', signature: 'c2' }))
    expect(stream.push(delta(0, { type: 'signature_delta', signature: 'ln' }))).toEqual([
      { type: 'thinking.delta', content_block_index: 0, text: '', signature: 'c2ln' },
    ])
  })

  test('128 KB of arguments in 16,000 fragments are one input', () => {
    const stream = machine()
    stream.push(start(0, { type: 'tool_use', id: 'toolu_1', name: 'write', input: {} }))
    stream.push(args(0, '{"text": "'))
    for (let piece = 0; piece < 16_000; piece += 1) stream.push(args(0, 'abcdefgh'))
    stream.push(args(0, '"}'))
    const [block] = stream.end().answer.final_content
    expect(block).toMatchObject({ input: { text: 'abcdefgh'.repeat(16_000) } })
  })
})

describe('blocks of server-side tools', () => {
  const tool = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
  const kept = (stream: ReturnType<typeof machine>) => stream.end().answer.provider_raw?.blocks

  test('stand beside the content, with their place in it', () => {
    const stream = machine()
    stream.push(start(0, { type: 'text', text: 'Let me see.' }))
    const running = { type: 'hosted_tool', tool: 'web_search', name: 'web_search', input: {}, status: 'running' }
    const update = { type: 'hosted_tool.update', content_block_index: 1, block: running }
    expect(stream.push(start(1, tool))).toEqual([update])
    expect(stream.push(args(1, '{"query": '))).toEqual([])
    stream.push(args(1, '"x"}'))
    expect(stream.push(stop(1))).toEqual([{ ...update, block: { ...running, input: { query: 'x' } } }])
    stream.push(stop(1))
    stream.push(start(2, { type: 'text', text: 'Found.' }))
    expect(kept(stream)).toEqual([{ index: 1, block: { ...tool, input: { query: 'x' } } }])
  })

  test('are left out where a piece of them cannot be read: they could not go back as they were', () => {
    const stream = machine()
    stream.push(start(0, tool))
    stream.push(args(0, '{"query": '))
    stream.push(stop(0))
    stream.push(start(1, { ...tool, id: 'srvtoolu_2' }))
    stream.push(delta(1, { type: 'sparkle' }))
    stream.push(stop(1))
    expect(kept(stream)).toBeUndefined()
  })
})

describe('the end', () => {
  test('is message_stop; nothing after it counts', () => {
    const stream = machine()
    stream.push(start(0, { type: 'text', text: 'Hi' }))
    expect(stream.finished).toBe(false)
    stream.push({ type: 'message_stop' })
    expect(stream.finished).toBe(true)
    expect(stream.raw('anything')).toEqual([])
    expect(stream.push({ type: 'error', error: { message: 'late' } })).toEqual([])
    expect(stream.end().answer).toMatchObject({ stop_reason: 'end_turn', final_content: [{ text: 'Hi' }] })
  })

  test('is a stop reason too: a host may close the connection right after it', () => {
    const stream = machine()
    stream.push(messageDelta(null))
    expect(stream.finished).toBe(false)
    stream.push(messageDelta('end_turn'))
    expect(stream.finished).toBe(true)
  })

  test.each([
    ['end_turn', 'end_turn'],
    ['max_tokens', 'max_tokens'],
    ['stop_sequence', 'stop_sequence'],
    ['pause_turn', 'pause_turn'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context_window_exceeded'],
    ['tool_use', 'end_turn'],
    ['length', 'max_tokens'],
    ['toString', 'end_turn'],
  ])('wire-rules 54, 108: %s, without a call, is %s', (wire, canonical) => {
    const stream = machine()
    stream.push(messageDelta(wire))
    expect(stream.end().answer.stop_reason).toBe(canonical)
  })

  test('a whole call asks for its result, whatever the wire calls the end; a broken or cut one does not', () => {
    const ending = (json: string, wire: string) => {
      const stream = machine()
      stream.push(start(0, { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} }))
      stream.push(args(0, json))
      stream.push(messageDelta(wire))
      return stream.end().answer.stop_reason
    }
    expect(ending('{}', 'end_turn')).toBe('tool_use')
    expect(ending('{}', 'stop')).toBe('tool_use')
    expect(ending('{"a', 'end_turn')).toBe('end_turn')
    expect(ending('{"a', 'max_tokens')).toBe('max_tokens')
    expect(ending('{"a', 'tool_use')).toBe('tool_use')
  })

  test('a cancel inside a call closes the call, and keeps what came of it', () => {
    const stream = machine()
    stream.push(start(0, { type: 'text', text: 'Well' }))
    stream.push(start(1, { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} }))
    stream.push(args(1, '{"a": '))
    const { events, answer } = stream.end('cancelled')
    expect(events).toEqual([
      { type: 'tool.use_end', content_block_index: 1, tool_use_id: 'tu_1', final_input: {}, raw_input: '{"a": ' },
    ])
    expect(answer).toMatchObject({
      stop_reason: 'cancelled',
      final_content: [{ text: 'Well' }, { raw_input: '{"a": ' }],
      usage: null,
    })
    expect([...answer.provider_ids]).toEqual([['tu_1', 'toolu_1']])
  })
})

describe('usage', () => {
  test('wire-rules 51, 113: later reports overwrite what they name, and a null says nothing', () => {
    const stream = machine()
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
      output_tokens: 1,
    }
    stream.push({ type: 'message_start', message: { model: 'served', usage } })
    stream.push(
      messageDelta('end_turn', { input_tokens: null, cache_read_input_tokens: null, output_tokens: 20, cost: 0.1 }),
    )
    stream.push({ type: 'message_delta', usage: { output_tokens: 25, output_tokens_details: { thinking_tokens: 9 } } })
    const { answer } = stream.end()
    expect(answer.usage).toEqual({
      input_tokens: 10,
      output_tokens: 25,
      cached_input_tokens: 5,
      cache_creation_input_tokens: 7,
      cache_creation_1h_input_tokens: 4,
      reasoning_tokens: 9,
    })
    expect(answer.provider_raw).toMatchObject({ usage: { cost: 0.1 } })
    expect(answer.model).toBe('anthropic:served')
  })

  test('is null where the wire counts nothing', () => {
    const stream = machine()
    stream.push({ type: 'message_start', message: { usage: { service_tier: 'standard' } } })
    stream.push(messageDelta('end_turn', {}))
    expect(stream.end().answer.usage).toBeNull()
  })
})

describe('what is odd', () => {
  test('wire-rule 10: unknown events, blocks, pieces and stop reasons are passed over with a warning', () => {
    const stream = machine()
    stream.push({ type: 'weather' })
    stream.push({ hello: 1 })
    stream.push(start(0, { type: 'text', text: 'Hi' }))
    stream.push(delta(0, { type: 'sparkle' }))
    stream.push(delta(0, {}))
    stream.push(messageDelta('enlightened'))
    expect(stream.end().answer).toMatchObject({ stop_reason: 'end_turn', final_content: [{ text: 'Hi' }] })
    expect(stream.warnings).toHaveLength(5)
  })

  test('lines that carry nothing are passed over: pings, blanks, end marks of another wire, bare values', () => {
    const stream = machine()
    stream.push({ type: 'ping' })
    for (const [data, event] of [
      ['', undefined],
      ['[DONE]', 'data'],
      ['not json', 'ping'],
      ['null', 'x'],
      ['3', 'x'],
    ] as const) {
      expect(stream.raw(data, event)).toEqual([])
    }
    expect(stream.warnings).toEqual([])
  })

  test('the name of the event stands in for a missing type', () => {
    const stream = machine()
    stream.raw('{"index": 0, "content_block": {"type": "text", "text": "Hi"}}', 'content_block_start')
    stream.raw('{}', 'message_stop')
    expect(stream.finished).toBe(true)
    expect(stream.end().answer.final_content).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test.each([
    [
      'wire-rule 109: an error event',
      '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      'error',
    ],
    [
      'an error in the shape of Chat Completions',
      '{"error":{"code":500,"message":"Overloaded","type":"server_error"}}',
      undefined,
    ],
    ['an error that is a text', '{"error":"Overloaded"}', undefined],
    ['an error event without the field', '{"message":"Overloaded"}', 'error'],
    ['an error event with a bare text', '"Overloaded"', 'error'],
  ])('%s is thrown', (_name, data, event) => {
    const stream = machine()
    expect(thrownBy(() => stream.raw(data, event))).toMatchObject({
      name: 'WireError',
      message: 'Overloaded',
      failure: { status: null, text: data },
    })
  })

  test('an error without words is thrown as well', () => {
    expect(() => machine().raw('{"type":"error","error":{"type":"api_error"}}')).toThrow('error in the stream')
  })

  test('a line that is not JSON is thrown with its text', () => {
    const fault = thrownBy(() => machine().raw('<html>busy</html>'))
    expect(fault).toBeInstanceOf(WireError)
    expect(fault).toMatchObject({ failure: { status: null, body: null, text: '<html>busy</html>' } })
  })
})
